import type { RequestOptions } from '../../../shared/session/request.ts';
import type { Task } from '../../../store/wire/dispatch.ts';

/** Bulk actions on tasks, besides assigning them. */
export type BulkKind = 'edit' | 'complete' | 'fail' | 'clone' | 'delete';

/** As many as a person's minute of requests has room for, beside what else they do. */
export const MAX_BULK = 500;

/** Change to each task, from a form. */
export interface BulkChange {
  kind: BulkKind;
  /** For an edit: the body of `PUT /tasks`. For a completion: its `completionDetails`. */
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
