import { createCredential, revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { uploadQuota } from '../../platform/files/files.ts';
import type { StoredPicture } from '../../platform/files/store-picture.ts';
import { randomText } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { doCreateUser } from '../accounts/actions.ts';
import { doSetAvatar } from '../avatars/actions.ts';
import type { ChannelCaller } from '../channels/access.ts';
import { isAdministrator } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { usersByIds } from '../users/access.ts';
import { emitBot, emitUser } from '../users/actions.ts';
import type { NewUser, User } from '../users/user.ts';
import { presentedDefaults } from './access.ts';
import {
  type BotObject,
  type BotService,
  type BotServiceObject,
  MAX_BOTS,
  OUTGOING_CURSOR,
  presentBot,
  presentService,
} from './bot.ts';
import { type BotDefaults, noDefaults, presentDefaults } from './defaults.ts';
import { saveBotDefaults } from './defaults-queries.ts';
import { isNameTaken, loadBotIds, loadServices, saveService, setOwner } from './queries.ts';

/** The service of an outgoing-webhook bot is given a token of its own. */
const TOKEN_LENGTH = 32;

/** A bot that is to be made. */
interface NewBot {
  account: NewUser & { botOwnerId: number };
  /** Service of an outgoing webhook. */
  service: Pick<BotService, 'baseUrl' | 'interface'> | null;
  defaults: BotDefaults;
  picture: StoredPicture | null;
}

/**
 * Makes a bot, its key and, for an outgoing webhook, its service.
 * @param maker its owner, who knows the channels of its defaults
 * @throws {ChatError} `BAD_REQUEST` for a name in use, or when the owner has too many
 * @throws {QuotaExceeded}
 */
export async function doCreateBot(
  tx: Tx,
  services: Services,
  maker: ChannelCaller,
  { account, service, defaults, picture }: NewBot,
): Promise<{ bot: User; key: string; shown: BotObject }> {
  const { organizationId, botOwnerId } = account;
  const { eventId } = await tx.position();
  await checkNameFree(tx, account.fullName, null);
  if ((await loadBotIds(tx, botOwnerId)).length >= MAX_BOTS)
    throw badRequest(`You cannot have more than ${MAX_BOTS} bots.`);
  const id = await doCreateUser(tx, account);
  const { key } = await createCredential(tx, { organizationId, kind: 'chat', subject: String(id) });
  const shownServices: BotServiceObject[] = [];
  if (service !== null) {
    const token = randomText(TOKEN_LENGTH);
    const stored = { ...service, userId: id, sealedToken: services.secrets.seal(token) };
    await saveService(tx, stored);
    await startLogReader(tx, organizationId, OUTGOING_CURSOR, eventId);
    shownServices.push(presentService(stored, token));
  }
  if (picture) await doSetAvatar(tx, id, picture, uploadQuota(services));
  await saveBotDefaults(tx, id, defaults);
  const bot = (await usersByIds(tx, [id])).get(id)!;
  const shownDefaults = await presentedDefaults(tx, uncachedFacts(tx), maker, [id]);
  const shown = presentBot(bot, shownDefaults(id), shownServices);
  emitAdded(tx, shown);
  return { bot, key, shown };
}

/** @throws {ChatError} `BAD_REQUEST` */
export async function checkNameFree(tx: Tx, fullName: string, exceptId: number | null): Promise<void> {
  if (await isNameTaken(tx, fullName, exceptId)) throw badRequest('Name is already in use!');
}

/**
 * Gives a bot to another person. The former owner's event removes it, the new one's adds it.
 * @throws {ChatError} `BAD_REQUEST` when the person cannot own it
 */
export async function doChangeOwner(tx: Tx, bot: User, ownerId: number): Promise<User> {
  const { organizationId } = tx;

  await tx.position();
  const people = await usersByIds(tx, [ownerId, ...(bot.botOwnerId === null ? [] : [bot.botOwnerId])]);
  const owner = people.get(ownerId);
  const before = people.get(bot.botOwnerId ?? 0);
  if (!owner) throw badRequest('Failed to change owner, user does not exist');
  if (!owner.isActive) throw badRequest('Failed to change owner, user is deactivated');
  if (owner.isBot) throw badRequest("Failed to change owner, bots can't own other bots");
  // Lower role numbers are higher roles: who owns a bot can take its key.
  if (bot.role < owner.role) throw badRequest('Failed to change owner, the bot has a higher role');
  if (ownerId === bot.botOwnerId) return bot;
  if ((await loadBotIds(tx, ownerId)).length >= MAX_BOTS)
    throw badRequest(`A person cannot have more than ${MAX_BOTS} bots.`);
  await setOwner(tx, bot.id, ownerId);
  const after = { ...bot, botOwnerId: ownerId };
  emitUser(tx, { op: 'update', person: { user_id: bot.id, bot_owner_id: ownerId } });
  tx.audit({
    organizationId,
    action: 'bot.owner_changed',
    object: { kind: 'bot', id: String(bot.id), name: bot.fullName },
    details: { owner: { from: before?.fullName ?? null, to: owner.fullName } },
  });
  // Administrators manage it before and after.
  if (before && !isAdministrator(before))
    emitBot(tx, before.id, { op: 'delete', bot: { user_id: bot.id } }, 'ownerAlone');
  if (!isAdministrator(owner)) {
    const reader = { organizationId, userId: owner.id, role: owner.role };
    const defaults = await presentedDefaults(tx, uncachedFacts(tx), reader, [bot.id]);
    const called = (await loadServices(tx, [bot.id])).map((service) => presentService(service));
    emitAdded(tx, presentBot(after, defaults(bot.id), called), { alone: owner.id });
  }
  emitBot(tx, ownerId, { op: 'update', bot: { user_id: bot.id, owner_id: ownerId } });
  return after;
}

/** Has an outgoing-webhook bot called at another address, or in another form; its token stays. */
export async function doChangeService(
  tx: Tx,
  bot: User,
  changes: Partial<Pick<BotService, 'baseUrl' | 'interface'>>,
): Promise<void> {
  const { organizationId } = tx;

  const [service] = await loadServices(tx, [bot.id]);
  if (!service) throw badRequest('Only outgoing webhooks have a service');
  const after = { ...service, ...changes };
  await tx.position();
  await saveService(tx, after);
  // The rest of an address may hold what opens it.
  const audited = ({ baseUrl, interface: form }: typeof service) => ({ host: new URL(baseUrl).host, interface: form });
  tx.audit({
    organizationId,
    action: 'bot.service_changed',
    object: { kind: 'bot', id: String(bot.id), name: bot.fullName },
    details: changesBetween(audited(service), audited(after), ['host', 'interface']),
  });
  const change = { user_id: bot.id, services: [presentService(after)] };
  emitBot(tx, bot.botOwnerId, { op: 'update', bot: change });
}

/** Makes a bot's keys useless and gives it a new one. */
export async function doRegenerateKey(tx: Tx, bot: User): Promise<string> {
  const { organizationId } = tx;

  const subject = String(bot.id);
  await revokeCredentialsOf(tx, organizationId, 'chat', subject);
  return (await createCredential(tx, { organizationId, kind: 'chat', subject })).key;
}

/** Tells those who manage it of a bot that was made as an account only, without a service and defaults. */
export async function doEmitNewBot(tx: Tx, botId: number): Promise<void> {
  const bot = (await usersByIds(tx, [botId])).get(botId)!;
  emitAdded(tx, presentBot(bot, presentDefaults(noDefaults, new Map()), []));
}

/**
 * Tells of a bot those who manage it.
 * @param to the one person who did not manage it before
 */
export function emitAdded(tx: Tx, { services, ...bot }: BotObject, to?: { alone: number }): void {
  // The log keeps no secrets.
  const withoutTokens = services.map(({ token: _token, ...service }) => service);
  const event = { op: 'add', bot: { ...bot, services: withoutTokens } };
  if (to) emitBot(tx, to.alone, event, 'ownerAlone');
  else emitBot(tx, bot.owner_id, event);
}
