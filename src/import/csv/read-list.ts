import {
  type FileTable,
  guessEncoding,
  readDelimited,
  readSheets,
  tableOfSheet,
  WorkbookTooLarge,
} from '../../../rules/table-file.ts';
import { isWorkbook } from '../../../rules/workbook-bounds.ts';
import { ArchiveError } from '../archive/archive.ts';

/**
 * Reads a list of orders: a text file with separators, or a workbook. Formulas are never run.
 * @param sheet name of a workbook's sheet; undefined: the first one that has lines
 * @throws {ArchiveError}
 */
export async function readOrders(bytes: Uint8Array, sheet: string | undefined): Promise<FileTable> {
  if (!isWorkbook(bytes)) {
    if (sheet !== undefined) throw new ArchiveError('The file is not a workbook, so it has no sheets.');
    const { default: parser } = await import('papaparse');
    return readDelimited(parser, bytes, guessEncoding(bytes));
  }
  const [{ unzipSync, zipSync }, { default: readCells }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ]);
  const sheets = await readSheets({ unzipSync, zipSync, readCells }, bytes).catch((error: unknown) => {
    throw new ArchiveError(
      error instanceof WorkbookTooLarge
        ? 'The workbook is too large. Save the rows that you need as a new one.'
        : 'The workbook cannot be read. Save it as XLSX or CSV, without a password.',
    );
  });
  const chosen =
    sheet === undefined
      ? (sheets.find(({ rows }) => rows.length > 1) ?? sheets[0])
      : sheets.find(({ name }) => name === sheet);
  if (chosen) return tableOfSheet(chosen, sheets);
  throw new ArchiveError(`The workbook has no sheet "${sheet}". It has: ${sheets.map(({ name }) => name).join(', ')}.`);
}
