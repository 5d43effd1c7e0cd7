/** Bytes of UTF-8: file systems take 255, and a path has more parts than the name. */
const MAX_BYTES = 180;

/** The name is nothing but dots and blanks, or empty. Safe to show. */
export class BadFileName extends Error {}

/**
 * A name under which a file can be kept, linked to and saved anywhere: letters, digits, marks and `._-` of what was
 * given, without the folders before it; other characters become `-`. Its end, which shows the kind, survives a cut.
 * @throws {BadFileName}
 */
export function safeFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!;
  const kept = last
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.]+/, '')
    .replace(/[-.]+$/, '');
  if (kept === '') throw new BadFileName('The file needs a name');
  if (Buffer.byteLength(kept) <= MAX_BYTES) return kept;
  const end = /\.[A-Za-z0-9]{1,10}$/.exec(kept)?.[0] ?? '';
  let begin = '';
  for (const character of kept.slice(0, kept.length - end.length)) {
    if (Buffer.byteLength(begin + character + end) > MAX_BYTES) break;
    begin += character;
  }
  return begin + end;
}
