import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx, Tx } from '../db/tx.ts';
import type { ImportPhase, ImportReportRow, ImportRun } from './import-run.ts';

/** Imports of one list. */
const MAX_LISTED = 50;

const COLUMNS = sql`r.organization_id as "organizationId", r.id, r.source, r.phase, r.done, r.total, r.report, r.failure,
    r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt", r.owner_user_id as "ownerUserId",
    r.file_id as "fileId"`;

export function findImportRun(reader: PlainReader, id: string): Promise<ImportRun | undefined> {
  return reader.first(sql<ImportRun>`select ${COLUMNS} from platform.import_runs r where r.id = ${id}`);
}

/** As it is now; nobody else changes it until the transaction ends. */
export function lockRun(tx: PlainTx, id: string): Promise<ImportRun | undefined> {
  return tx.first(sql<ImportRun>`select ${COLUMNS} from platform.import_runs r where r.id = ${id} for update`);
}

export function findRunByHash(reader: PlainReader, tokenHash: Buffer): Promise<ImportRun | undefined> {
  return reader.first(sql<ImportRun>`select ${COLUMNS} from platform.import_runs r where r.token_hash = ${tokenHash}`);
}

/** The import of an organization that has not ended, the newest. */
export function openImportRunOf(reader: PlainReader, organizationId: string): Promise<ImportRun | undefined> {
  return reader.first(sql<ImportRun>`
    select ${COLUMNS} from platform.import_runs r
    where r.organization_id = ${organizationId} and r.ended_at is null order by r.begun_at desc, r.id limit 1`);
}

/** An import in a list, with the name of what it writes to. */
export interface ListedImportRow
  extends Pick<
    ImportRun,
    'id' | 'organizationId' | 'source' | 'phase' | 'done' | 'total' | 'failure' | 'begunAt' | 'steppedAt' | 'endedAt'
  > {
  name: string;
}

/**
 * The newest imports that concern an organization: into it, or begun by its owner.
 * @param all whether those of the whole server concern it
 */
export function loadImportRuns(reader: PlainReader, organizationId: string, all: boolean): Promise<ListedImportRow[]> {
  return reader.all(sql<ListedImportRow>`
    select r.id, r.organization_id as "organizationId", o.name, r.source, r.phase, r.done, r.total, r.failure,
      r.begun_at as "begunAt", r.stepped_at as "steppedAt", r.ended_at as "endedAt"
    from platform.import_runs r join platform.organizations o on o.id = r.organization_id
    where (${all} or r.organization_id = ${organizationId} or r.begun_by = ${organizationId}) and o.closing_at is null
    order by r.begun_at desc, r.id limit ${MAX_LISTED}`);
}

export async function insertRun(
  tx: Tx,
  run: Pick<ImportRun, 'id' | 'source' | 'phase' | 'total' | 'ownerUserId'> & {
    begunBy: string | null;
    tokenHash: Buffer | null;
  },
): Promise<void> {
  await tx.run(sql`
    insert into platform.import_runs (organization_id, id, source, phase, total, begun_at, stepped_at, begun_by,
      token_hash, owner_user_id)
    values (${tx.organizationId}, ${run.id}, ${run.source}, ${run.phase}, ${run.total}, ${tx.now}, ${tx.now},
      ${run.begunBy}, ${run.tokenHash}, ${run.ownerUserId})`);
}

/** Brings an import into another phase; false when it is in none of those that it was thought to be in. */
export async function moveRun(
  tx: PlainTx,
  id: string,
  from: readonly ImportPhase[],
  to: { phase: ImportPhase; source?: string; total?: number; report?: readonly ImportReportRow[]; failure?: string },
): Promise<boolean> {
  const moved = await tx.run(sql`
    update platform.import_runs set phase = ${to.phase}, failure = ${to.failure ?? null}, stepped_at = ${tx.now},
      source = coalesce(${to.source ?? null}::text, source), total = coalesce(${to.total ?? null}::bigint, total),
      report = coalesce(${to.report ? JSON.stringify(to.report) : null}::jsonb, report),
      ended_at = case when ${to.phase} = 'ended' then ${tx.now}::timestamptz end
    where id = ${id} and phase = any(${from}::text[])`);
  return moved > 0;
}

/** Notes a step; one that had failed goes on by it. */
export async function stepRun(tx: PlainTx, id: string, done: number, total: number): Promise<void> {
  await tx.run(sql`
    update platform.import_runs set done = ${done}, total = ${total}, stepped_at = ${tx.now}, failure = null,
      phase = case when phase = 'failed' then 'writing' else phase end
    where id = ${id}`);
}

/** Notes the archive of an import, and forgets what was read of another one. */
export async function putRunFile(tx: PlainTx, id: string, fileId: string | null): Promise<void> {
  await tx.run(sql`
    update platform.import_runs set file_id = ${fileId},
      total = case when ${fileId}::text is null then total end, report = case when ${fileId}::text is null then report end
    where id = ${id}`);
}

export async function putRunToken(tx: PlainTx, id: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`update platform.import_runs set token_hash = ${tokenHash} where id = ${id}`);
}

/** Number of imports that an organization's owner has begun and that have not ended. */
export async function countOpenRunsBegunBy(reader: PlainReader, begunBy: string): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*)::int as count from platform.import_runs where begun_by = ${begunBy} and ended_at is null`);
  return row!.count;
}
