import type { RequestOptions } from '../../../shared/session/request.ts';
import type { Task } from '../../../store/wire/dispatch.ts';

/** What can be done to many tasks at once, beside giving them to somebody. */
export type BulkKind = 'edit' | 'complete' | 'fail' | 'clone' | 'delete';

/** As many as a person's minute of requests has room for, beside what else they do. */
export const MAX_BULK = 500;

/** What is done to each of them, as a form says it. */
export interface BulkChange {
  kind: BulkKind;
  /** Of an edit: as `PUT /tasks` takes it. Of a completion: its `completionDetails`. */
  body: Readonly<Record<string, unknown>>;
}

/** The API's own request for one of the tasks; whoever changed it after it was seen here is not overwritten. */
export function requestFor({ kind, body }: BulkChange, { id, version }: Task): [path: string, RequestOptions] {
  const path = `/api/v2/tasks/${id}`;
  if (kind === 'edit') return [path, { method: 'PUT', body, ifMatch: version }];
  if (kind === 'delete') return [path, { method: 'DELETE', ifMatch: version }];
  if (kind === 'clone')
    return [`${path}/clone`, { method: 'POST', body: { includeBarcodes: true, includeMetadata: true } }];
  return [`${path}/complete`, { method: 'POST', body: { completionDetails: body }, ifMatch: version }];
}
