import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { DriverAction } from './action.ts';

export interface WorkerAccountRow {
  organization_id: string;
  worker_id: string;
  phone: string;
  country: string;
  person_id: string;
  password_hash: string | null;
  password_ends_at: Date | null;
}

/** Workers with one of these numbers, in all organizations. */
export function findAccounts(
  reader: PlainReader,
  organizationId: string | null,
  phones: readonly string[],
  limit: number,
): Promise<WorkerAccountRow[]> {
  return reader.all(sql<WorkerAccountRow>`
    select w.organization_id, w.id as worker_id, w.phone, o.country, w.person_id, p.password_hash, p.password_ends_at
    from dispatch.workers w
      join platform.organizations o on o.id = w.organization_id
      join platform.people p on p.organization_id = w.organization_id and p.id = w.person_id
    where w.phone = any(${phones}::text[]) and (${organizationId}::text is null or w.organization_id = ${organizationId})
      and w.organization_id in (select id from platform.open_organizations)
    order by w.created_at desc limit ${limit}`);
}

export async function acceptInvitation(tx: Tx, workerId: string): Promise<void> {
  await tx.run(sql`
    update dispatch.workers set account_status = 'ACCEPTED', modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${workerId} and account_status <> 'ACCEPTED'`);
}

/** Notes that the temporary password of the invitation was replaced. */
export async function saveChosen(tx: Tx, workerId: string): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    update dispatch.workers set modified_at = ${tx.now}
    where organization_id = ${organizationId} and id = ${workerId}`);
  await tx.run(sql`
    insert into dispatch.chosen_passwords (organization_id, worker_id, at)
    values (${organizationId}, ${workerId}, ${tx.now})
    on conflict (organization_id, worker_id) do update set at = excluded.at`);
}

export async function hasChosenPassword(reader: Reader, workerId: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from dispatch.chosen_passwords where organization_id = ${reader.organizationId} and worker_id = ${workerId}`);
  return row !== undefined;
}

/** Inserts an action unless its ID is known; returns the stored fingerprint. */
export async function insertAction(
  tx: Tx,
  workerId: string,
  { id, fingerprint }: DriverAction,
): Promise<{ isNew: boolean; fingerprint: string | null }> {
  // The update changes nothing: it makes the statement return the row that is there, also one committed a moment ago.
  const row = await tx.first(sql<{ isNew: boolean; fingerprint: string | null }>`
    insert into dispatch.driver_actions as a (organization_id, worker_id, action_id, fingerprint, at)
    values (${tx.organizationId}, ${workerId}, ${id}, ${fingerprint}, ${tx.now})
    on conflict (organization_id, worker_id, action_id) do update set at = a.at
    returning a.xmax = 0 as "isNew", a.fingerprint`);
  return row!;
}

export function deleteOldActions(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.driver_actions where ctid >= ${from}::tid and ctid < ${upTo}::tid and at < ${before}`);
}

/** Inserts a change of duty; true when it is the latest one. */
export async function insertDutyEvent(tx: Tx, workerId: string, at: Date, onDuty: boolean): Promise<boolean> {
  const event = await tx.first(sql<{ isLatest: boolean }>`
    insert into dispatch.duty_events as e (organization_id, worker_id, at, on_duty)
    values (${tx.organizationId}, ${workerId}, ${at}, ${onDuty})
    on conflict (organization_id, worker_id, at) do update set on_duty = excluded.on_duty
    returning not exists (
      select from dispatch.duty_events later
      where later.organization_id = e.organization_id and later.worker_id = e.worker_id and later.at > e.at) as "isLatest"`);
  return event!.isLatest;
}

export async function updateDuty(tx: Tx, workerId: string, onDuty: boolean): Promise<void> {
  await tx.run(sql`
    update dispatch.workers set on_duty = ${onDuty}, modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${workerId}`);
}

/** Deletes changes of duty before a time that a later one before it has made void. */
export function deleteOldDuty(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.duty_events e
    where e.ctid >= ${from}::tid and e.ctid < ${upTo}::tid and e.at < ${before} and e.at < (
      -- One look into the index for each: no plan reads the whole table for a part of it.
      select max(last.at) from dispatch.duty_events last
      where last.organization_id = e.organization_id and last.worker_id = e.worker_id and last.at < ${before})`);
}
