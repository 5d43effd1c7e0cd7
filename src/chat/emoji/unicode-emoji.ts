import { readFileSync } from 'node:fs';

/** Every Unicode emoji: its code, the name that is shown, and its other names (made by `scripts/emoji-table.mjs`). */
const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(new URL('unicode-emoji.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [code, ...names] = line.split(' ');
      return [code!, names] as const;
    }),
);

const codesByName: ReadonlyMap<string, string> = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);

const codesByUnqualified: ReadonlyMap<string, string> = new Map(
  [...namesByCode.keys()].map((code) => [withoutSelectors(code), code] as const),
);

/** All codes with their names, in the order in which people look for emoji. */
export function allUnicodeEmoji(): Iterable<readonly [code: string, names: readonly string[]]> {
  return namesByCode;
}

/** The names of the emoji with that code, the shown one first. */
export function emojiNames(code: string): readonly string[] | undefined {
  return namesByCode.get(code);
}

/**
 * The code of the emoji of that name: code points in hexadecimal, joined by dashes (spec: chat 2). Names are without accents, and found
 * with them too (client: zulip-terminal offers `piñata`, `flag_curaçao`).
 */
export function emojiCode(name: string): string | undefined {
  return codesByName.get(name) ?? codesByName.get(name.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/** The code that clients know an emoji by, for its characters or code with or without selectors of its picture. */
export function knownEmojiCode(code: string): string | undefined {
  return codesByUnqualified.get(withoutSelectors(code));
}

function withoutSelectors(code: string): string {
  return code.replaceAll('-fe0f', '');
}
