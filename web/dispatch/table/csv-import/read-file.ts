import { type FileTable, readDelimited, readSheets, type WorkbookSheet } from '../../../../rules/table-file.ts';

/** Reads a file as text. @param delimiter guessed where it is not said */
export async function readText(bytes: Uint8Array, encoding: string, delimiter?: string): Promise<FileTable> {
  const { default: parser } = await import('papaparse');
  return readDelimited(parser, bytes, encoding, delimiter);
}

/** Reads the sheets of a workbook. @throws {WorkbookTooLarge}; other errors: it is no workbook */
export async function readWorkbook(bytes: Uint8Array): Promise<WorkbookSheet[]> {
  const [{ unzipSync, zipSync }, { default: readCells }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ]);
  return readSheets({ unzipSync, zipSync, readCells }, bytes);
}
