import type { PlainReader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx } from '../db/tx.ts';
import { firstIdAt } from './entry-id.ts';

/** An entry as it is kept. */
export interface AuditRow {
  organizationId: string;
  id: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string | null;
  action: string;
  objectKind: string | null;
  objectId: string | null;
  objectName: string | null;
  details: Record<string, { from?: unknown; to?: unknown }>;
  address: string | null;
  client: string | null;
}

/** Writes entries: one statement for all of a transaction. */
export async function insertEntries(tx: PlainTx, rows: readonly AuditRow[]): Promise<void> {
  await tx.run(sql`
    insert into platform.audit_log (organization_id, id, at, actor_kind, actor_id, actor_name, area, action,
      object_kind, object_id, object_name, details, address, client)
    select "organizationId", id, at, "actorKind", "actorId", "actorName", split_part(action, '.', 1), action,
      "objectKind", "objectId", "objectName", details, address, client
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry ("organizationId" text, id text, at timestamptz,
      "actorKind" text, "actorId" text, "actorName" text, action text, "objectKind" text, "objectId" text,
      "objectName" text, details jsonb, address text, client text)`);
}

/** Conditions on audit entries; undefined ones do not restrict. */
export interface AuditFilter {
  /** ID of who did it. */
  actor?: string | undefined;
  /** A word (`webhook.created`), or all of an area (`webhook`). */
  action?: string | undefined;
  /** ID of what it was done to. */
  object?: string | undefined;
  /** Milliseconds since 1970, both included; an entry has a whole number of them. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Entries before one (undefined: the newest), newest first. Each filter has an index in the order of the list. */
export function loadEntries(
  reader: PlainReader,
  organizationId: string,
  { actor, action, object, from, to }: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const conditions: Sql[] = [sql`organization_id = ${organizationId}`];
  if (actor !== undefined) conditions.push(sql`actor_id = ${actor}`);
  if (object !== undefined) conditions.push(sql`object_id = ${object}`);
  if (action !== undefined) conditions.push(action.includes('.') ? sql`action = ${action}` : sql`area = ${action}`);
  if (from !== undefined) conditions.push(sql`id >= ${firstIdAt(Math.ceil(from))}`);
  if (to !== undefined) conditions.push(sql`id < ${firstIdAt(Math.floor(to) + 1)}`);
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  return reader.all(
    sql.once(sql<AuditRow>`
      select organization_id as "organizationId", id, at, actor_kind as "actorKind", actor_id as "actorId",
        actor_name as "actorName", action, object_kind as "objectKind", object_id as "objectId",
        object_name as "objectName", details, address, client
      from platform.audit_log where ${sql.join(conditions, ' and ')} order by id desc limit ${limit}`),
  );
}

/** Forgets entries of before a time. */
export function deleteEntriesBefore(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.audit_log where ctid >= ${from}::tid and ctid < ${upTo}::tid and at < ${before}`);
}
