/** A line whose phone number a line above has too. */
interface Repeat {
  /** Place of the first line with the number. */
  first: number;
  /** Whether both say the same. */
  isSame: boolean;
}

/** Finds the lines whose phone number a line above has too, by their places. @param lines with E.164 numbers */
export function repeatsOf(
  lines: readonly { phone: string | undefined; person: object }[],
): ReadonlyMap<number, Repeat> {
  const firsts = new Map<string, number>();
  const found = new Map<number, Repeat>();
  for (const [at, { phone, person }] of lines.entries()) {
    if (phone === undefined) continue;
    const first = firsts.get(phone);
    if (first === undefined) firsts.set(phone, at);
    else found.set(at, { first, isSame: contentOf(lines[first]!.person) === contentOf(person) });
  }
  return found;
}

/** The number may be written in several ways. */
const contentOf = (person: object): string => JSON.stringify({ ...person, phone: '' });
