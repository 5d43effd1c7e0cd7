import type { NotificationTrigger } from '../../../../rules/notifications.ts';
import type { PlainReader, Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

export interface DuePerson {
  organizationId: string;
  userId: number;
}

/** People whose e-mails are due and who may be disturbed, those who waited longest first. */
export function listDue(reader: PlainReader, now: Date, limit: number): Promise<DuePerson[]> {
  return reader.all(sql<DuePerson>`
    select m.organization_id as "organizationId", m.user_id as "userId" from chat.missed_messages m
    where m.due_at <= ${now} and m.organization_id in (select id from platform.open_organizations) and not exists (
      select from chat.users u
      where u.organization_id = m.organization_id and u.id = m.user_id
        and (u.settings->>'do_not_disturb_until')::bigint > extract(epoch from ${now}::timestamptz))
    group by m.organization_id, m.user_id order by min(m.due_at), m.user_id limit ${limit}`);
}

/** Takes what waits for a person whose time has come; nothing when another process has taken it. */
export function takeMissed(tx: Tx, userId: number): Promise<{ id: number; cause: NotificationTrigger }[]> {
  return tx.all(sql<{ id: number; cause: NotificationTrigger }>`
    delete from chat.missed_messages m
    where organization_id = ${tx.organizationId} and user_id = ${userId} and exists (
      select from chat.missed_messages d
      where d.organization_id = m.organization_id and d.user_id = m.user_id and d.due_at <= ${tx.now})
    returning message_id as id, cause`);
}

/** Whether somebody has an account with the same address in another organization of this server. */
export async function isElsewhere(reader: Reader, email: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from chat.users
    where lower(email) = lower(${email}) and organization_id <> ${reader.organizationId} and is_active limit 1`);
  return row !== undefined;
}

/** Channels for which a person asked to be sent e-mails. */
export async function loadMailedChannelIds(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select channel_id as id from chat.subscriptions
    where organization_id = ${reader.organizationId} and user_id = ${userId} and email_notifications order by channel_id`);
  return rows.map(({ id }) => id);
}
