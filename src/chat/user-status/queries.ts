import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { StatusOfUser, UserStatus } from './user-status.ts';

/**
 * The statuses of active people who have one, or are away.
 * @param userIds of these people only; undefined: of everybody
 */
export function loadStatuses(
  reader: Reader,
  userIds: readonly number[] | undefined,
): Promise<(StatusOfUser & { userId: number })[]> {
  return reader.all(sql<StatusOfUser & { userId: number }>`
    select u.id as "userId", coalesce(s.status_text, '') as text, coalesce(s.emoji_name, '') as "emojiName",
      coalesce(s.emoji_code, '') as "emojiCode", coalesce(s.reaction_type, 'unicode_emoji') as "reactionType",
      s.clears_at as "clearsAt", coalesce((u.settings ->> 'presence_enabled')::boolean, true) = false as away
    from chat.users u left join chat.user_statuses s on s.organization_id = u.organization_id and s.user_id = u.id
    where u.organization_id = ${reader.organizationId} and u.is_active
      and (${userIds ?? null}::bigint[] is null or u.id = any(${userIds ?? null}::bigint[]))
      and (s.user_id is not null or (u.settings ->> 'presence_enabled')::boolean = false)
    order by u.id`);
}

/** Undefined when the person has none. */
export function loadStatus(reader: Reader, userId: number): Promise<UserStatus | undefined> {
  return reader.first(sql<UserStatus>`
    select status_text as text, emoji_name as "emojiName", emoji_code as "emojiCode", reaction_type as "reactionType",
      clears_at as "clearsAt"
    from chat.user_statuses where organization_id = ${reader.organizationId} and user_id = ${userId}`);
}

export async function saveStatus(tx: Tx, userId: number, status: UserStatus): Promise<void> {
  await tx.run(sql`
    insert into chat.user_statuses (organization_id, user_id, status_text, emoji_name, emoji_code, reaction_type,
      clears_at)
    values (${tx.organizationId}, ${userId}, ${status.text}, ${status.emojiName}, ${status.emojiCode},
      ${status.reactionType}, ${status.clearsAt})
    on conflict (organization_id, user_id) do update set status_text = excluded.status_text,
      emoji_name = excluded.emoji_name, emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type,
      clears_at = excluded.clears_at`);
}

export async function deleteStatus(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`
    delete from chat.user_statuses where organization_id = ${tx.organizationId} and user_id = ${userId}`);
}

/** Organizations in which a status is to be cleared by now, those that waited longest first. */
export async function organizationsWithEnded(reader: PlainReader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select organization_id as id from chat.user_statuses
    where clears_at <= ${now} and organization_id in (select id from platform.open_organizations)
    group by organization_id order by min(clears_at) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes some statuses that have ended. @returns whose they were */
export async function deleteEnded(tx: Tx, now: Date, limit: number): Promise<number[]> {
  const rows = await tx.all(sql<{ userId: number }>`
    with ended as (select user_id from chat.user_statuses
      where organization_id = ${tx.organizationId} and clears_at <= ${now}
      order by clears_at, user_id limit ${limit} for update)
    delete from chat.user_statuses s using ended
    where s.organization_id = ${tx.organizationId} and s.user_id = ended.user_id returning s.user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}
