import {
  cellText,
  isBoundedSheet,
  isSheetPart,
  isWorkbookPart,
  MAX_WORKBOOK_BYTES,
} from '../../../../rules/workbook-bounds.ts';
import type { FileTable } from './read-file.ts';

/** A sheet of a workbook, as texts. */
export interface WorkbookSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** The workbook would unpack to more than its bounds: no list that one looks through. */
export class WorkbookTooLarge extends Error {}

/**
 * Reads the sheets of a workbook (XLSX). Formulas are never run: their last results count.
 * @throws {WorkbookTooLarge}; other errors: it is no workbook
 */
export async function readWorkbook(bytes: Uint8Array): Promise<WorkbookSheet[]> {
  const [{ unzipSync, zipSync }, { default: readSheets }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ]);
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isWorkbookPart(name)) return false;
      unpacked += originalSize;
      if (unpacked > MAX_WORKBOOK_BYTES) throw new WorkbookTooLarge();
      return true;
    },
  });
  const decoder = new TextDecoder();
  for (const [name, content] of Object.entries(parts))
    if (isSheetPart(name) && !isBoundedSheet(decoder.decode(content))) throw new WorkbookTooLarge();
  // The reader gets what was judged, and nothing to unpack: it would start a worker for that, which the page's policy forbids.
  const judged = zipSync(parts, { level: 0 });
  const sheets = await readSheets(judged.buffer as ArrayBuffer);
  return sheets.map(({ sheet: name, data }) => ({ name, rows: data.map((cells) => cells.map(cellText)) }));
}

/** A sheet as a table of headings and lines. */
export function tableOfSheet({ name, rows }: WorkbookSheet, all: readonly WorkbookSheet[]): FileTable {
  const filled = [...rows.entries()].filter(([, cells]) => cells.some((cell) => cell.trim() !== ''));
  const [[, headings] = [0, []], ...lines] = filled;
  return {
    headings,
    rows: lines.map(([, cells]) => cells),
    numbers: lines.map(([place]) => place + 1),
    delimiter: '',
    encoding: 'XLSX',
    broken: new Map(),
    sheet: name,
    sheets: all.map((each) => each.name),
  };
}
