/** A line about somebody or something that a line above is about too. */
interface Repeat {
  /** Place of the first line about it. */
  first: number;
  /** Whether both say the same. */
  isSame: boolean;
}

/**
 * Finds the lines that are about the same as a line above, by their places.
 * @param lines with what identifies them, such as an E.164 number
 */
export function repeatsOf(lines: readonly { key: string | undefined; item: object }[]): ReadonlyMap<number, Repeat> {
  const firsts = new Map<string, number>();
  const found = new Map<number, Repeat>();
  for (const [at, { key, item }] of lines.entries()) {
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, at);
    else found.set(at, { first, isSame: contentOf(lines[first]!.item) === contentOf(item) });
  }
  return found;
}

/** The number may be written in several ways. */
const contentOf = (item: object): string => JSON.stringify({ ...item, phone: '' });
