import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser, Role } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional, text, withDefault } from '../http/params.ts';
import { ConfigData, doSaveConfigData } from '../incoming-webhooks/secret.ts';
import { realmHost } from '../settings/address.ts';
import { isEmailTaken } from '../users/access.ts';
import { ownAvatarUrl } from '../users/avatar.ts';
import { checkFullName } from '../users/names.ts';
import { checkMayCreateBots } from './access.ts';
import { doCreateBot } from './actions.ts';
import { BotType, Interface, ServiceObject } from './bot.ts';
import { checkServiceUrl } from './service-url.ts';

/** What stands before `-bot@` in a bot's address. */
const SHORT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;

/** client: clients C.1, real server; form and multipart, whose files are not read. */
export const createBot = chatOperation({
  method: 'POST',
  path: '/bots',
  summary: 'Make a bot and its API key',
  access: anyUser,
  params: {
    full_name: text(Type.String()),
    short_name: text(Type.String()),
    bot_type: withDefault(json(Type.Enum([1, 2, 3, 4])), 1),
    payload_url: withDefault(text(Type.String()), ''),
    interface_type: withDefault(json(Interface), 1),
    config_data: optional(json(ConfigData)),
  },
  answer: {
    user_id: Type.Integer(),
    email: Type.String(),
    api_key: Type.String(),
    avatar_url: Type.String(),
    default_sending_stream: Type.Null(),
    default_events_register_stream: Type.Null(),
    default_all_public_streams: Type.Literal(false),
    services: Type.Array(ServiceObject),
  },
  async write({ tx, caller, services }, given) {
    const { organizationId, userId } = caller;
    if (given.bot_type === BotType.embedded) throw badRequest('Embedded bots are not enabled.');
    const fullName = checkFullName(given.full_name);
    const shortName = given.short_name.trim();
    if (!SHORT_NAME.test(shortName)) throw badRequest('Bad name or username');
    const isOutgoing = given.bot_type === BotType.outgoingWebhook;
    const serviceUrl = isOutgoing ? checkServiceUrl(services, 'payload_url', unquoted(given.payload_url)) : null;
    await tx.position(organizationId);
    await checkMayCreateBots(uncachedFacts(tx), caller);
    const host = realmHost(services);
    const email = `${shortName}-bot@${host}`;
    if (await isEmailTaken(tx, organizationId, email)) throw badRequest('Username already in use');
    const made = await doCreateBot(
      tx,
      services.secrets,
      {
        organizationId,
        email,
        fullName,
        // A guest's bot can do no more than its owner.
        role: caller.role === Role.guest ? Role.guest : Role.member,
        passwordHash: null,
        botType: given.bot_type,
        botOwnerId: userId,
        host,
      },
      serviceUrl === null ? null : { baseUrl: serviceUrl, interface: given.interface_type },
    );
    await doSaveConfigData(tx, services.secrets, organizationId, made.bot, given.config_data ?? {});
    return {
      user_id: made.bot.id,
      email,
      api_key: made.key,
      avatar_url: ownAvatarUrl(made.bot),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false as const,
      services: made.services,
    };
  },
});

/** client: the web app of the real server sends the address as JSON text, others bare. */
function unquoted(given: string): string {
  return /^".*"$/.test(given) ? given.slice(1, -1) : given;
}
