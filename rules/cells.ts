/** Reads yes or no, in English and German; undefined if the text is neither. */
export function readYesNo(text: string): boolean | undefined {
  if (/^(?:y|yes|true|1|x|j|ja|wahr)$/i.test(text)) return true;
  return /^(?:n|no|false|0|nein|falsch|-)$/i.test(text) ? false : undefined;
}

/** An apostrophe that keeps a spreadsheet from taking a cell for a formula is not part of it. */
export function plainCell(text: string): string {
  return text.trim().replace(/^'(?=\s*[=+\-@＝＋－＠])/, '');
}

/**
 * Separators of a cell's values, the surest first: if a line break or semicolon separates them, a comma belongs to a
 * value.
 */
const BETWEEN = ['\n', '|', ';', ','];

/** Returns the values of a cell that has several. */
export function elementsOf(text: string): string[] {
  const between = BETWEEN.find((each) => text.includes(each)) ?? ',';
  const elements = text.split(between).map((each) => each.trim());
  return elements.filter((each) => each !== '');
}

/** Reads a number with a point or a comma before its decimals; undefined if the text is none. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  return /^[+-]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
