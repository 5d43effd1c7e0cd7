import type { Tx } from '../../platform/db/tx.ts';
import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import { type Channel, channelsByIds, hasMetadataAccess } from '../channels/access.ts';
import { isAdministrator } from '../http/caller.ts';
import { findUserById, type User, usersByIds } from '../users/access.ts';
import { emitBot } from '../users/actions.ts';
import { defaultsOf } from './access.ts';
import { type BotDefaults, type DefaultsObject, presentDefaults } from './defaults.ts';
import { loadBotsByDefaultChannel, saveBotDefaults } from './defaults-queries.ts';

/** Changed defaults of a bot as its managers are notified of them, with their channels. */
interface ChangedDefaults {
  bot: User;
  defaults: BotDefaults;
  channels: readonly Channel[];
  fields: readonly (keyof DefaultsObject)[];
}

/** Gives a bot other defaults, and tells those who manage it of each that changed. */
export async function doSetDefaults(tx: Tx, bot: User, defaults: BotDefaults): Promise<void> {
  await tx.position();
  const facts = uncachedFacts(tx);
  const before = await defaultsOf(facts, bot.id);
  const fields: (keyof DefaultsObject)[] = [];
  if (before.sendingChannelId !== defaults.sendingChannelId) fields.push('default_sending_stream');
  if (before.eventsChannelId !== defaults.eventsChannelId) fields.push('default_events_register_stream');
  if (before.allPublicChannels !== defaults.allPublicChannels) fields.push('default_all_public_streams');
  if (fields.length === 0) return;
  await saveBotDefaults(tx, bot.id, defaults);
  const ids = [defaults.sendingChannelId, defaults.eventsChannelId].filter((id) => id !== null);
  const channels = await channelsByIds(tx, ids);
  await emitDefaults(tx, facts, { bot, defaults, channels, fields });
}

/** Tells those who manage bots of which a channel is a default what it is called now. */
export async function doEmitRenamedDefault(tx: Tx, channelId: number): Promise<void> {
  const rows = await loadBotsByDefaultChannel(tx, channelId);
  if (rows.length === 0) return;
  const ids = rows.map(({ userId }) => userId);
  const bots = await usersByIds(tx, ids);
  const channels = await channelsByIds(tx, [channelId]);
  const facts = uncachedFacts(tx);
  for (const { userId, ...defaults } of rows) {
    const fields: (keyof DefaultsObject)[] = [];
    if (defaults.sendingChannelId === channelId) fields.push('default_sending_stream');
    if (defaults.eventsChannelId === channelId) fields.push('default_events_register_stream');
    await emitDefaults(tx, facts, { bot: bots.get(userId)!, defaults, channels, fields });
  }
}

/** Administrators know every channel; an owner who may not know of one is not told its name. */
async function emitDefaults(
  tx: Tx,
  facts: FactSource,
  { bot, defaults, channels, fields }: ChangedDefaults,
): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : await findUserById(facts, bot.botOwnerId);
  const known: Channel[] = [];
  for (const channel of channels) {
    if (owner && (await hasMetadataAccess(facts, asCaller(tx.organizationId, owner), channel))) known.push(channel);
  }
  const emit = (to: Parameters<typeof emitBot>[3], ownerId: number | null, shown: readonly Channel[]) => {
    const presented = presentDefaults(defaults, new Map(shown.map(({ id, name }) => [id, name])));
    for (const field of fields)
      emitBot(tx, ownerId, { op: 'update', bot: { user_id: bot.id, [field]: presented[field] } }, to);
  };
  const isOwnerApart = owner !== undefined && !isAdministrator(owner) && known.length < channels.length;
  emit('administratorsToo', isOwnerApart ? null : bot.botOwnerId, channels);
  if (isOwnerApart) emit('ownerAlone', owner.id, known);
}

const asCaller = (organizationId: string, { id, role }: User) => ({ organizationId, userId: id, role });
