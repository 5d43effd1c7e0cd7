import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { type ChannelCaller, findKnownChannel, knownChannels } from '../channels/access.ts';
import { type ChatCaller, checkIsPerson, isAdministrator } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { realmOf } from '../realms/access.ts';
import { isInGroupSetting } from '../user-groups/access.ts';
import { findUserById, type User, usersByIds } from '../users/access.ts';
import { type BotObject, presentBot, presentService } from './bot.ts';
import { type BotDefaults, type DefaultsObject, noDefaults, presentDefaults } from './defaults.ts';
import { loadDefaults } from './defaults-queries.ts';
import { loadBotIds, loadServices } from './queries.ts';

export { loadServices } from './queries.ts';

const defaultsOfBots = defineFact('defaults of bot', ['chat.bot_defaults']);

/** Bots manage no bots. @throws {ChatError} `BAD_REQUEST` */
export async function checkMayCreateBots(facts: FactSource, caller: ChatCaller): Promise<void> {
  checkIsPerson(caller);
  const { permissions } = await realmOf(facts);
  if (!(await isInGroupSetting(facts, caller, permissions.can_create_bots_group)))
    throw noRight('Insufficient permission');
}

/**
 * A bot that the caller may manage: their own, and for administrators any. Nobody manages a bot of a higher role than
 * their own, whose key would give them that role.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessBot(facts: FactSource, caller: ChatCaller, botId: number): Promise<User> {
  checkIsPerson(caller);
  const bot = await findUserById(facts, botId);
  if (!bot?.isBot) throw badRequest('No such bot');
  const manages = isAdministrator(caller) || bot.botOwnerId === caller.userId;
  // Lower role numbers are higher roles.
  if (!manages || bot.role < caller.role) throw noRight('Insufficient permission');
  return bot;
}

/** Bots of a person, or with null of the whole organization, deactivated ones included, as `caller` sees them. */
export async function presentedBots(
  reader: Reader,
  facts: FactSource,
  { secrets }: Pick<Services, 'secrets'>,
  caller: ChannelCaller,
  ownerId: number | null,
): Promise<BotObject[]> {
  const ids = await loadBotIds(reader, ownerId);
  if (ids.length === 0) return [];
  const users = await usersByIds(reader, ids);
  const services = new Map(
    (await loadServices(reader, ids)).map((service) => [
      service.userId,
      presentService(service, secrets.open(service.sealedToken)),
    ]),
  );
  const defaults = await presentedDefaults(reader, facts, caller, ids);
  return ids.map((id) => {
    const service = services.get(id);
    return presentBot(users.get(id)!, defaults(id), service ? [service] : []);
  });
}

/** The defaults of bots as `caller` sees them: channels that they may not know of are left out. */
export async function presentedDefaults(
  reader: Reader,
  facts: FactSource,
  caller: ChannelCaller,
  botIds: readonly number[],
): Promise<(botId: number) => DefaultsObject> {
  const rows = new Map((await loadDefaults(reader, botIds)).map((row) => [row.userId, row]));
  const channels = rows.size === 0 ? [] : await knownChannels(facts, caller);
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return (botId) => presentDefaults(rows.get(botId) ?? noDefaults, names);
}

/** Returns the default channels of a bot for requests that name none. */
export function defaultsOf(facts: FactSource, botId: number): Promise<BotDefaults> {
  return facts.read(defaultsOfBots, botId, async (reader) => (await loadDefaults(reader, [botId]))[0] ?? noDefaults);
}

/** @throws {ChatError} `BAD_REQUEST` for a channel that the caller may not know of, or that is archived */
export async function accessDefaultChannel(facts: FactSource, caller: ChannelCaller, name: string): Promise<number> {
  const channel = await findKnownChannel(facts, caller, name.trim());
  if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${name}'`);
  return channel.id;
}
