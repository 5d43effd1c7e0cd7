import { type Static, type TSchema, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { KeyCaller } from '../http/caller.ts';
import { type DispatchRequest, dispatchOperation, JsonPages } from '../http/operation.ts';
import { matchesMetadata } from './fragments.ts';
import { MetadataQuery } from './metadata.ts';

/** Objects that a metadata query gives at most, the oldest first. */
export const MAX_MATCHES = 1000;

/** A kind of object that has metadata. */
export interface MetadataKind<Row extends TSchema> {
  /** As the path names it, `tasks`. */
  path: string;
  /** As the summary names it, `Tasks`. */
  name: string;
  row: Row;
  /** The metadata column, as the query names it; our own text. */
  column?: string;
  /** Returns the objects that meet the condition, at most `limit`. */
  find(
    request: DispatchRequest<KeyCaller> & { reader: Reader },
    condition: Sql<boolean>,
    limit: number,
  ): Promise<Static<Row>[]> | AsyncGenerator<Static<Row>[]>;
}

/** Declares `POST /KIND/metadata`: the objects whose metadata has every given item exactly (clients.md D.2). */
export function metadataQuery<Row extends TSchema>({ path, name, row, column = 'metadata', find }: MetadataKind<Row>) {
  return dispatchOperation({
    method: 'POST',
    path: `/${path}/metadata`,
    summary: `List ${name.toLowerCase()} whose metadata has every given item: the first ${MAX_MATCHES}`,
    access: 'apiKey',
    body: MetadataQuery,
    answer: Type.Array(row),
    async read(request, { body }) {
      const found = find(request, matchesMetadata(column, body), MAX_MATCHES);
      return found instanceof Promise ? found : (new JsonPages(found) as never);
    },
  });
}
