/** Bytes of UTF-8: file systems take 255, and a path has more parts than the name. */
const MAX_BYTES = 180;

/** The name is nothing but dots and blanks, or empty. Safe to show. */
export class BadFileName extends Error {}

/**
 * A name under which a file can be kept, linked to and saved anywhere: letters, digits, marks and `._-` of what was
 * given, without the folders before it; other characters become `-`.
 * @throws {BadFileName}
 */
export function safeFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!;
  const name = last
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.]+/, '')
    .replace(/[-.]+$/, '');
  if (name === '') throw new BadFileName('The file must have a name');
  return cutName(name);
}

/**
 * A file's name as it was given, to be shown and to be saved under: without the folders before it, and without control characters, also those
 * that would turn the end of the name round.
 * @throws {BadFileName}
 */
export function shownFileName(given: string): string {
  safeFileName(given);
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!;
  return cutName(last.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim());
}

/** A name cut to what file systems take; its end, which shows the kind, survives. */
function cutName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const end = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  let begin = '';
  for (const character of name.slice(0, name.length - end.length)) {
    if (Buffer.byteLength(begin + character + end) > MAX_BYTES) break;
    begin += character;
  }
  return begin + end;
}
