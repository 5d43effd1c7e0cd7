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
 * Texts as a language of a third more letters would have them: what stands on a page in plain letters does not come
 * from here, and what does not fit now would not fit in that language.
 */
export function pseudo<T>(value: T): T {
  if (typeof value === 'string') return accented(value) as T;
  if (typeof value === 'function') return ((...given: unknown[]) => accented(value(...given))) as T;
  return Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, pseudo(member)])) as T;
}

function accented(text: string): string {
  return `[${text.replaceAll(/[aeiou]/gi, (letter) => ACCENTED[letter]!)}${'·'.repeat(Math.ceil(text.length / 3))}]`;
}
