import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx, Tx } from '../db/tx.ts';
import type { KeyScope } from './scope.ts';

/** A scope as it is stored; whose it is stands with the key. */
export type KeyScopeRow = Omit<KeyScope, 'personId'>;

export async function insertScope(tx: Tx, scope: KeyScopeRow): Promise<void> {
  await tx.run(sql`
    insert into platform.assistant_keys (organization_id, credential_id, may_write, direct_messages, channel_ids, team_ids)
    values (${tx.organizationId}, ${scope.credentialId}, ${scope.mayWrite}, ${scope.directMessages}, ${scope.channelIds}::int[],
      ${scope.teamIds}::text[])`);
}

/** Returns the scopes of keys. */
export function findScopes(reader: Reader, credentialIds: readonly string[]): Promise<KeyScopeRow[]> {
  return reader.all(sql<KeyScopeRow>`
    select credential_id as "credentialId", may_write as "mayWrite", direct_messages as "directMessages",
      channel_ids as "channelIds", team_ids as "teamIds"
    from platform.assistant_keys
    where organization_id = ${reader.organizationId} and credential_id = any(${credentialIds}::text[])`);
}

/** A write that was shown, as it is stored. */
export interface PlannedWriteRow {
  tokenHash: Buffer;
  credentialId: string;
  tool: string;
  call: object;
  expiresAt: Date;
}

export async function insertPlannedWrite(tx: Tx, row: PlannedWriteRow): Promise<void> {
  await tx.run(sql`
    insert into platform.planned_writes (organization_id, token_hash, credential_id, tool, call, expires_at)
    values (${tx.organizationId}, ${row.tokenHash}, ${row.credentialId}, ${row.tool}, ${JSON.stringify(row.call)}::jsonb, ${row.expiresAt})`);
}

/** Deletes a key's writes that have expired, and its oldest beyond some. */
export async function trimPlannedWrites(tx: Tx, credentialId: string, keep: number): Promise<void> {
  await tx.run(sql`
    delete from platform.planned_writes
    where organization_id = ${tx.organizationId} and credential_id = ${credentialId} and (expires_at <= ${tx.now} or token_hash in (
      select token_hash from platform.planned_writes
      where organization_id = ${tx.organizationId} and credential_id = ${credentialId}
      order by expires_at desc, token_hash offset ${keep}))`);
}

/** Takes a write out; undefined: it was taken, has expired, or is another key's. */
export function takePlannedWrite(
  tx: Tx,
  { tokenHash, credentialId }: Pick<PlannedWriteRow, 'tokenHash' | 'credentialId'>,
): Promise<Pick<PlannedWriteRow, 'tool' | 'call'> | undefined> {
  return tx.first(sql<Pick<PlannedWriteRow, 'tool' | 'call'>>`
    delete from platform.planned_writes
    where organization_id = ${tx.organizationId} and token_hash = ${tokenHash} and credential_id = ${credentialId}
      and expires_at > ${tx.now}
    returning tool, call`);
}

/** Deletes writes that expired before a time. */
export function deletePlannedWrites(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.planned_writes
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and expires_at <= ${before}`);
}
