/** Results of commands in a form for people; programs read `--json`. */

/** Longer values would push the other columns off the screen. */
const MAX_CELL = 60;
const GAP = '  ';

/** Returns one `a.b: value` line for each member of an object, at any depth. */
export function printableLines(value: unknown): string {
  return membersOf(value)
    .map(([name, text]) => (name === '' ? text : `${name}: ${text}`))
    .join('\n');
}

/**
 * Returns a table of objects, a line each, with a column for each member that one of them has. Members with long values
 * stand below the line instead.
 */
export function printableTable(rows: readonly unknown[]): string {
  if (rows.length === 0) return 'none';
  const cells = rows.map((row) => new Map(membersOf(row)));
  const names = [...new Set(cells.flatMap((row) => [...row.keys()]))];
  const widths = new Map(
    names.map((name) => [name, Math.max(name.length, ...cells.map((row) => widthOf(row.get(name) ?? '')))]),
  );
  const columns = names.filter((name) => widths.get(name)! <= MAX_CELL);
  const below = names.filter((name) => widths.get(name)! > MAX_CELL);
  const line = (texts: string[]) =>
    texts
      .map((text, n) => text + ' '.repeat(Math.max(0, widths.get(columns[n]!)! - widthOf(text))))
      .join(GAP)
      .trimEnd();
  const lines = cells.flatMap((row) => [
    line(columns.map((name) => row.get(name) ?? '')),
    ...below.filter((name) => row.has(name)).map((name) => `${GAP}${name}: ${row.get(name)}`),
  ]);
  return [line(columns.map((name) => name.toUpperCase())), ...lines].filter((text) => text !== '').join('\n');
}

/** Characters as a reader counts them; a line break needs a line of its own. */
function widthOf(text: string): number {
  return text.includes('\n') ? Number.POSITIVE_INFINITY : [...text].length;
}

/** The members of a value at any depth, by their paths; a plain value has none and is its own. */
function membersOf(value: unknown, path = ''): [name: string, text: string][] {
  if (value instanceof Date) return [[path, value.toISOString()]];
  if (typeof value !== 'object' || value === null) return [[path, harmless(String(value))]];
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, path ? `${path}.${name}` : name));
}

/**
 * Makes foreign text safe for an operator's terminal: no character moves the cursor or changes the display, and no line
 * break starts a line that looks like one of ours.
 */
function harmless(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => {
    if (control === '\n') return '\n    ';
    return control === '\t' ? control : `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
