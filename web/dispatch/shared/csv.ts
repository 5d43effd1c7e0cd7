/**
 * Text that a spreadsheet would read as a formula (OWASP, CSV injection), including full-width forms: it gets a leading
 * apostrophe. Numbers and phone numbers are not affected.
 */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$|\+\d+$)\s*[=+\-@\t\r＝＋－＠]/;

/** By it Excel knows UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as lines of a CSV file (RFC 4180), with an end of line after the last. */
export async function csvLines(rows: readonly (readonly (string | number)[])[]): Promise<string> {
  const { default: Papa } = await import('papaparse');
  return `${Papa.unparse(rows as (string | number)[][], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

/** The parts of a CSV file. */
export const csvBlob = (parts: BlobPart[]): Blob => new Blob(parts, { type: 'text/csv;charset=utf-8' });

/** Gives a file to the browser, for whoever sits here. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser has yet to take it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
