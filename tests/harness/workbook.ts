import { zipOf } from './slack-archive.ts';

/** A cell of a made-up workbook: text, a number, a moment (days since 1899-12-30), or a formula with its last result. */
type CellContent = string | number | { days: number } | { formula: string; result: string } | null;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letterOf = (column: number) => String.fromCharCode(65 + column);

function cell(content: CellContent, at: string): string {
  if (content === null) return '';
  if (typeof content === 'number') return `<c r="${at}"><v>${content}</v></c>`;
  if (typeof content === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(content)}</t></is></c>`;
  if ('days' in content) return `<c r="${at}" s="1"><v>${content.days}</v></c>`;
  return `<c r="${at}" t="str"><f>${escaped(content.formula)}</f><v>${escaped(content.result)}</v></c>`;
}

/** For tests: an XLSX file. @param raw sheets' XML instead of rows, by name */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly CellContent[])[]>>,
  raw: Readonly<Record<string, string>> = {},
): Buffer {
  const names = [...Object.keys(sheets), ...Object.keys(raw)];
  const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files: Record<string, string> = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${NS} xmlns:r="${R}"><sheets>${names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="r${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, n) => `<Relationship Id="r${n + 1}" Type="${R}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${R}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet ${NS}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const [n, name] of names.entries())
    files[`xl/worksheets/sheet${n + 1}.xml`] = `<?xml version="1.0"?><worksheet ${NS}><sheetData>${
      raw[name] ??
      sheets[name]!.map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((content, column) => cell(content, `${letterOf(column)}${row + 1}`)).join('')}</row>`,
      ).join('')
    }</sheetData></worksheet>`;
  return zipOf(files);
}
