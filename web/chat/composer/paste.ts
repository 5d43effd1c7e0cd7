import { linkSelection, replaceSelection, type Selected } from './formatting.ts';
import { htmlToMarkdown, markdownTable } from './html-to-markdown.ts';

interface Clipboard {
  html: string;
  plain: string;
}

/**
 * Returns the text after a paste. Undefined: the browser pastes the plain text itself.
 * @param isPlain with Shift: as it is
 */
export function paste(given: Selected, { html, plain }: Clipboard, isPlain: boolean): Selected | undefined {
  if (isPlain) return undefined;
  const linked = linkSelection(given, plain);
  if (linked) return linked;
  const text = tableOfSheet(plain) ?? (html && htmlToMarkdown(html));
  if (!text || text === plain.trim()) return undefined;
  // A table or a list that follows words on the same line would be none.
  const isBlock = /^(\||[-*] |\d+\. |>|#|```)/.test(text) && text.includes('\n');
  const needsLine = isBlock && given.start > 0 && given.text[given.start - 1] !== '\n';
  const inserted = (needsLine ? '\n\n' : '') + text;
  return replaceSelection(given, inserted, inserted.length, inserted.length);
}

/** Cells of a sheet come as lines with tabs; two rows and two columns of one shape are a table. */
function tableOfSheet(plain: string): string | undefined {
  const lines = plain.replace(/\r?\n$/, '').split(/\r?\n/);
  const rows = lines.map((line) => line.split('\t'));
  const width = rows[0]!.length;
  // A cell that starts a line empty is an indent of code.
  if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return undefined;
  if (rows.every(([first]) => first === '')) return undefined;
  return markdownTable(rows);
}
