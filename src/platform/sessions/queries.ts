import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Device, Session } from './session.ts';

/** A person's sessions that still open something, the last used first. */
export function loadSessions(
  reader: PlainReader,
  { organizationId, personId }: Omit<Session, 'credentialId'>,
  now: Date,
): Promise<Device[]> {
  return reader.all(sql<Device>`
    select id, label, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt", is_shared as "isShared"
    from platform.credentials
    where organization_id = ${organizationId} and kind = 'session' and subject = ${personId} and revoked_at is null
      and expires_at > ${now}
    order by used_at desc, created_at desc, id`);
}

/** Writes a use down, unless another process has done so meanwhile. */
export async function touchSession(
  tx: PlainTx,
  { organizationId, credentialId }: Session,
  { usedBefore, expiresAt }: { usedBefore: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    update platform.credentials set used_at = ${tx.now}, expires_at = ${expiresAt}
    where organization_id = ${organizationId} and id = ${credentialId} and revoked_at is null and used_at < ${usedBefore}`);
}

/** Returns true if a person may end the session: only their own. */
export async function isSessionOf(
  reader: PlainReader,
  { organizationId, personId }: Omit<Session, 'credentialId'>,
  credentialId: string,
): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.credentials
    where organization_id = ${organizationId} and id = ${credentialId} and kind = 'session' and subject = ${personId}`);
  return row !== undefined;
}

/** Forgets sessions that ended before a time. */
export function deleteSessions(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.credentials
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and kind = 'session' and expires_at is not null
      and (expires_at <= ${before} or revoked_at <= ${before})`);
}

/** Whether a session still opens something. */
export async function isOpen(
  reader: PlainReader,
  { organizationId, credentialId }: Session,
  now: Date,
): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.credentials c join platform.open_organizations o on o.id = c.organization_id
    where c.organization_id = ${organizationId} and c.id = ${credentialId} and revoked_at is null and expires_at > ${now}`);
  return row !== undefined;
}

/** Returns the time at which a session was opened. */
export async function loadBegin(
  reader: PlainReader,
  { organizationId, credentialId }: Session,
): Promise<Date | undefined> {
  const row = await reader.first(sql<{ begun: Date }>`
    select created_at as begun from platform.credentials
    where organization_id = ${organizationId} and id = ${credentialId} and revoked_at is null`);
  return row?.begun;
}
