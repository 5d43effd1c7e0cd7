import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { BotDefaults } from './defaults.ts';

const columns = sql`
  d.sending_channel_id as "sendingChannelId", d.events_channel_id as "eventsChannelId",
  d.all_public_channels as "allPublicChannels"`;

type BotDefaultsRow = BotDefaults & { userId: number };

export function loadDefaults(reader: Reader, userIds: readonly number[]): Promise<BotDefaultsRow[]> {
  return reader.all(sql<BotDefaultsRow>`
    select d.user_id as "userId", ${columns} from chat.bot_defaults d
    where d.organization_id = ${reader.organizationId} and d.user_id = any(${userIds}::bigint[])`);
}

/** The bots that have a channel as a default. */
export function loadBotsByDefaultChannel(reader: Reader, channelId: number): Promise<BotDefaultsRow[]> {
  return reader.all(sql<BotDefaultsRow>`
    select d.user_id as "userId", ${columns} from chat.bot_defaults d
    where d.organization_id = ${reader.organizationId}
      and (d.sending_channel_id = ${channelId} or d.events_channel_id = ${channelId}) order by d.user_id`);
}

export async function saveBotDefaults(
  tx: Tx,
  userId: number,
  { sendingChannelId, eventsChannelId, allPublicChannels }: BotDefaults,
): Promise<void> {
  await tx.run(sql`
    insert into chat.bot_defaults (organization_id, user_id, sending_channel_id, events_channel_id, all_public_channels)
    values (${tx.organizationId}, ${userId}, ${sendingChannelId}::bigint, ${eventsChannelId}::bigint, ${allPublicChannels})
    on conflict (organization_id, user_id) do update set sending_channel_id = excluded.sending_channel_id,
      events_channel_id = excluded.events_channel_id, all_public_channels = excluded.all_public_channels`);
}
