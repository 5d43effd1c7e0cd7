/** Bytes that a workbook may unpack to. */
export const MAX_WORKBOOK_BYTES = 64_000_000;
/** Rows of one sheet, formatted empty ones included, which spreadsheets write freely. */
const MAX_ROWS = 20_000;
const MAX_COLUMNS = 500;
/** Cells of one sheet, as rows times columns: a reader may fill the gaps. */
const MAX_CELLS = 1_000_000;

/** The files of a workbook that a reader of cells needs. */
export function isWorkbookPart(name: string): boolean {
  return name.endsWith('.xml') || name.endsWith('.rels');
}

/** Whether bytes are those of a zip file, which no list as text begins with. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether a file of a workbook is one of its sheets. */
export function isSheetPart(name: string): boolean {
  return /(?:^|\/)worksheets\/[^/]+\.xml$/.test(name);
}

/**
 * Whether a sheet's cells stay within bounds. A cell's reference may name any place (`XFD1048576`), and a reader would fill
 * the gaps: so references are judged before anything is read. One that is not written plainly counts as out of bounds.
 */
export function isBoundedSheet(xml: string): boolean {
  let [rows, columns] = [0, 0];
  let inRow = 0;
  for (const [, tag, attributes = ''] of xml.matchAll(/<(?:\w+:)?(row|c)\b([^>]*)/g)) {
    const reference = /(?:^|\s)r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
    const text = reference?.[1] ?? reference?.[2];
    if (tag === 'row') {
      inRow = 0;
      if (text !== undefined && !/^\d{1,7}$/.test(text)) return false;
      rows = Math.max(rows + 1, Number(text ?? 0));
    } else {
      inRow++;
      columns = Math.max(columns, inRow);
      if (text !== undefined) {
        const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
        if (letters === undefined) return false;
        columns = Math.max(columns, columnOf(letters));
        rows = Math.max(rows, Number(row));
      }
    }
    if (rows > MAX_ROWS || columns > MAX_COLUMNS || rows * columns > MAX_CELLS) return false;
  }
  return true;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const DAY_MS = 86_400_000;

/**
 * Returns a cell of a workbook as it would stand in a CSV file. Days and times are written as the sheet shows them,
 * without a zone; a formula's cell is its last result.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  // Fractions of a day are rounded: noon may come as a millisecond before it.
  const at = value.setTime(Math.round(value.getTime() / 1000) * 1000);
  const text = value.toISOString();
  const clock = text.slice(11, 19).replace(/:00$/, '');
  // Spreadsheets count days from 1899-12-30: less than one is a time of day.
  if (at < Date.UTC(1900, 0, 1)) return clock;
  return at % DAY_MS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${clock}`;
}
