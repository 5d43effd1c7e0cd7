import type { TableSource } from '../../store/dispatch/select/table.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import type { Column } from './columns.tsx';

/**
 * What a spreadsheet would take for a formula (OWASP, CSV injection), the full-width forms included: it gets an apostrophe before
 * it. A number and a phone number are none.
 */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$|\+\d+$)\s*[=+\-@\t\r＝＋－＠]/;

/** Rows that become text at a time: a table of many thousands is never one text. */
const ROWS_AT_ONCE = 1000;

/** The columns of tasks as a CSV file (RFC 4180, UTF-8 with its mark, by which Excel knows it). Times are those of `zone`. */
export async function csvFile(
  tasks: readonly Task[],
  columns: readonly Column[],
  source: TableSource,
  zone: string | undefined,
): Promise<Blob> {
  const { default: Papa } = await import('papaparse');
  const time = timeIn(zone);
  const shown = columns.flatMap((column) => column.parts ?? [column]);
  const text = (column: Column, task: Task) => {
    const value = column.text(task, source);
    return typeof value === 'string' ? value : time(value.at);
  };
  const options = { escapeFormulae: FORMULA, newline: '\r\n' };
  const parts: Blob[] = [new Blob(['\uFEFF', Papa.unparse([shown.map(({ name }) => name)], options), '\r\n'])];
  for (let at = 0; at < tasks.length; at += ROWS_AT_ONCE) {
    const rows = tasks.slice(at, at + ROWS_AT_ONCE).map((task) => shown.map((column) => text(column, task)));
    // The browser keeps it outside the page's memory.
    parts.push(new Blob([Papa.unparse(rows, options), '\r\n']));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** `2026-11-22 14:00`, which every spreadsheet reads. */
export function timeIn(zone: string | undefined): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  return (at) => format.format(at);
}
