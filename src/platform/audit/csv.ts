import type { PlainReader } from '../db/reader.ts';
import { CsvPages } from '../http/csv-pages.ts';
import { type AuditFilter, type AuditRow, pagesOfEntries } from './access.ts';

const COLUMNS = [
  ...['time', 'actor kind', 'actor id', 'actor name', 'action', 'object kind', 'object id', 'object name'],
  ...['details', 'address', 'client'],
];

/** The audit log as CSV, the newest first. */
export function auditCsv(reader: PlainReader, organizationId: string, filter: AuditFilter): CsvPages {
  return new CsvPages('audit-log.csv', COLUMNS, pages(reader, organizationId, filter));
}

async function* pages(reader: PlainReader, organizationId: string, filter: AuditFilter): AsyncGenerator<string[][]> {
  for await (const page of pagesOfEntries(reader, organizationId, filter)) yield page.map(cellsOf);
}

function cellsOf(row: AuditRow): string[] {
  const { at, actorKind, actorId, actorName, action, objectKind, objectId, objectName, address, client } = row;
  const details = Object.keys(row.details).length === 0 ? null : JSON.stringify(row.details);
  const cells = [at.toISOString(), actorKind, actorId, actorName, action, objectKind, objectId, objectName];
  return [...cells, details, address, client].map((cell) => cell ?? '');
}
