const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/**
 * Returns texts as a language with a third more letters would have them. Plain letters on a page do not come from a
 * catalogue, and a text that does not fit would not fit in that language either.
 */
export function pseudo<T>(value: T): T {
  if (typeof value === 'string') return accented(value) as T;
  if (typeof value === 'function') return ((...given: unknown[]) => pseudo(value(...given))) as T;
  if (Array.isArray(value)) return value.map(pseudo) as T;
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, pseudo(member)])) as T;
}

function accented(text: string): string {
  const padding = '·'.repeat(Math.ceil(text.length / 3));
  return `[${text.replaceAll(/[aeiou]/gi, (letter) => ACCENTED[letter]!)}${padding}]`;
}
