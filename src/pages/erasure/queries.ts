import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** By what somebody was named: an address, a phone number, or an ID of a person, a chat user, a worker or a recipient. */
export interface Named {
  text: string;
  /** In E.164 form, where it is a phone number. */
  phone: string | null;
}

/** A person who signs in, as far as an erasure needs them. */
export interface FoundPerson {
  id: string;
  email: string | null;
  phone: string | null;
}

/** People of the address, phone number or ID, and those whose accounts in chat or deliveries have it. */
export function findPeople(reader: Reader, { text, phone }: Named): Promise<FoundPerson[]> {
  const email = text.toLowerCase();
  return reader.all(sql<FoundPerson>`
    select p.id, p.email, p.phone from platform.people p
    where p.organization_id = ${reader.organizationId} and (p.id = ${text} or p.email_key = ${email} or p.phone = ${phone}
      or exists (select from chat.users u where u.organization_id = p.organization_id and u.person_id = p.id
        and (u.id::text = ${text} or lower(u.email) = ${email}))
      or exists (select from dispatch.workers w where w.organization_id = p.organization_id and w.person_id = p.id
        and (w.id = ${text} or w.phone = ${phone}))
      or exists (select from dispatch.administrators a where a.organization_id = p.organization_id and a.person_id = p.id
        and (a.id = ${text} or a.email_key = ${email})))
    order by p.id`);
}

/** Accounts of the chat: those of people, those that stand in for workers and administrators, and no bot. */
export async function findUserIds(
  reader: Reader,
  personIds: readonly string[],
  { workerIds, administratorIds }: { workerIds: readonly string[]; administratorIds: readonly string[] },
): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select u.id from chat.users u
    where u.organization_id = ${reader.organizationId} and u.bot_type is null and (u.person_id = any(${personIds}::text[])
      or exists (select from bridge.driver_users d
        where d.organization_id = u.organization_id and d.user_id = u.id and d.worker_id = any(${workerIds}::text[]))
      or exists (select from bridge.administrator_users a
        where a.organization_id = u.organization_id and a.user_id = u.id and a.administrator_id = any(${administratorIds}::text[])))
    order by u.id`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the names, in lower case, that somebody else in the organization has alone or as a part of a name; bots of
 * these users are excluded.
 */
export async function loadNamesInUse(
  reader: Reader,
  names: readonly string[],
  userIds: readonly number[],
): Promise<Set<string>> {
  const { organizationId } = reader;

  const rows = await reader.all(sql<{ name: string }>`
    with everybody as (
      select full_name as name from chat.users
      where organization_id = ${organizationId} and (bot_owner_id is null or bot_owner_id <> all(${userIds}::bigint[]))
      union all select name from dispatch.workers where organization_id = ${organizationId}
      union all select display_name from dispatch.workers where organization_id = ${organizationId}
      union all select name from dispatch.administrators where organization_id = ${organizationId}
      union all select name from dispatch.recipients where organization_id = ${organizationId})
    select n as name from unnest(${names}::text[]) n
    where exists (select from everybody e where position(n in lower(e.name)) > 0)`);
  return new Set(rows.map(({ name }) => name));
}
