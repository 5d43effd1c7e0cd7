import type { Reader } from '../../platform/db/reader.ts';
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
      coalesce((u.settings ->> 'presence_enabled')::boolean, true) = false as away
    from chat.users u left join chat.user_statuses s on s.organization_id = u.organization_id and s.user_id = u.id
    where u.organization_id = ${reader.organizationId} and u.is_active
      and (${userIds ?? null}::bigint[] is null or u.id = any(${userIds ?? null}::bigint[]))
      and (s.user_id is not null or (u.settings ->> 'presence_enabled')::boolean = false)
    order by u.id`);
}

/** Undefined when the person has none. */
export function loadStatus(reader: Reader, userId: number): Promise<UserStatus | undefined> {
  return reader.first(sql<UserStatus>`
    select status_text as text, emoji_name as "emojiName", emoji_code as "emojiCode", reaction_type as "reactionType"
    from chat.user_statuses where organization_id = ${reader.organizationId} and user_id = ${userId}`);
}

export async function saveStatus(tx: Tx, userId: number, status: UserStatus): Promise<void> {
  await tx.run(sql`
    insert into chat.user_statuses (organization_id, user_id, status_text, emoji_name, emoji_code, reaction_type)
    values (${tx.organizationId}, ${userId}, ${status.text}, ${status.emojiName}, ${status.emojiCode}, ${status.reactionType})
    on conflict (organization_id, user_id) do update set status_text = excluded.status_text,
      emoji_name = excluded.emoji_name, emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`);
}

export async function deleteStatus(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`
    delete from chat.user_statuses where organization_id = ${tx.organizationId} and user_id = ${userId}`);
}
