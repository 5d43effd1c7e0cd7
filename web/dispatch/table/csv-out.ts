import type { TableSource } from '../../store/dispatch/select/table.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { BYTE_ORDER_MARK, csvBlob, csvLines } from '../shared/csv.ts';
import type { TableColumn } from './columns.tsx';

/** Rows that become text at a time: a table of many thousands is never one text. */
const ROWS_AT_ONCE = 1000;

/** The columns of tasks as a CSV file (RFC 4180, UTF-8 with its mark, by which Excel knows it). Times are those of `zone`. */
export async function csvFile(
  tasks: readonly Task[],
  columns: readonly TableColumn[],
  source: TableSource,
  zone: string | undefined,
): Promise<Blob> {
  const time = timeIn(zone);
  const shown = columns.flatMap((column) => column.parts ?? [column]);
  const text = (column: TableColumn, task: Task) => {
    const value = column.text(task, source);
    return typeof value === 'string' ? value : time(value.at);
  };
  const parts: Blob[] = [new Blob([BYTE_ORDER_MARK, await csvLines([shown.map(({ name }) => name)])])];
  for (let at = 0; at < tasks.length; at += ROWS_AT_ONCE) {
    const rows = tasks.slice(at, at + ROWS_AT_ONCE).map((task) => shown.map((column) => text(column, task)));
    // The browser keeps it outside the page's memory.
    parts.push(new Blob([await csvLines(rows)]));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return csvBlob(parts);
}

/** `2026-11-22 14:00`, which every spreadsheet reads. */
export function timeIn(zone: string | undefined): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  return (at) => format.format(at);
}
