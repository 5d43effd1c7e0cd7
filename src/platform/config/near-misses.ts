/** From this length on a name may differ in a letter and still be meant; shorter ones are too near to others' names. */
const MIN_LETTERS = 8;
/** From this length on it may differ in two. */
const LONG = 12;

/**
 * The setting that a name in the environment was surely meant to be: the same letters (`PUBLICURL`), or all but one of
 * them, or but two of a long name (`DATABASE_URI`, `WEBHOOK_ALOW_INSECURE`). Undefined for a setting itself.
 */
export function similarSetting(name: string, settings: readonly string[]): string | undefined {
  if (settings.includes(name)) return undefined;
  const given = lettersOf(name);
  return settings.find((setting) => {
    const letters = lettersOf(setting);
    if (letters.length < MIN_LETTERS) return given === letters;
    const most = letters.length < LONG ? 1 : 2;
    // Most names are ruled out by their length: the environment of a shell took 0.1 s of each start.
    return Math.abs(given.length - letters.length) <= most && distance(given, letters) <= most;
  });
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** Letters to add, drop, change or swap with their neighbour (Damerau and Levenshtein, each place edited once). */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return rows[one.length]![other.length]!;
}
