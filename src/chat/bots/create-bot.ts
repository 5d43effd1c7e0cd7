import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { AVATAR_FORM } from '../avatars/form.ts';
import { anyUser, Role } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional, text, withDefault } from '../http/params.ts';
import { BotConfigData, doSaveConfigData } from '../incoming-webhooks/secret.ts';
import { realmHost } from '../settings/address.ts';
import { REALM_PICTURE_LIMIT_MIB } from '../settings/realm-settings.ts';
import { takeWithPicture } from '../uploads/take-picture.ts';
import { isEmailTaken } from '../users/access.ts';
import { checkFullName } from '../users/names.ts';
import { checkMayCreateBots } from './access.ts';
import { doCreateBot } from './actions.ts';
import { BotInterface, BotServiceObject, BotType } from './bot.ts';
import { defaultParams, readDefaults } from './default-params.ts';
import { DefaultsObject, noDefaults } from './defaults.ts';
import { checkServiceUrl } from './service-url.ts';

/** Part of a bot's address before `-bot@`. */
const SHORT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;

/** client: clients C.1, real server; form and multipart, whose file is the bot's picture. */
export const createBot = chatOperation({
  method: 'POST',
  path: '/bots',
  summary: 'Create a bot and its API key',
  access: anyUser,
  fileLimitMib: REALM_PICTURE_LIMIT_MIB,
  params: {
    full_name: text(Type.String({ description: 'Name that everybody sees, at most 100 characters.' })),
    short_name: text(Type.String({ description: "Part of the bot's e-mail address before `-bot@`." })),
    bot_type: withDefault(
      json(Type.Enum([1, 2, 3, 4], { description: '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.' })),
      1,
    ),
    payload_url: withDefault(
      text(Type.String({ description: 'Address that receives the messages for an outgoing webhook.' })),
      '',
    ),
    interface_type: withDefault(
      json(described(BotInterface, "Format of requests to that address: 1 generic, 2 Slack's.")),
      1,
    ),
    config_data: optional(json(described(BotConfigData, 'Configuration of an incoming webhook.'))),
    ...defaultParams,
  },
  answer: {
    user_id: Type.Integer({ description: 'User ID of the bot.' }),
    email: Type.String({ description: 'E-mail address with which the bot signs in.' }),
    api_key: Type.String({ description: 'Secret with which the bot signs in. It is shown only once.' }),
    avatar_url: Type.String({ description: "Address of the bot's picture." }),
    ...DefaultsObject.properties,
    services: Type.Array(BotServiceObject, {
      description: 'Services that receive messages for the bot, if it is an outgoing webhook.',
    }),
  },
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, file, idempotent, origin }, given) {
    const { organizationId, userId } = caller;
    if (given.bot_type === BotType.embedded) throw badRequest('Embedded bots are not enabled.');
    const fullName = checkFullName(given.full_name);
    const shortName = given.short_name.trim();
    if (!SHORT_NAME.test(shortName)) throw badRequest('Bad name or username');
    const isOutgoing = given.bot_type === BotType.outgoingWebhook;
    const baseUrl = isOutgoing ? checkServiceUrl(services, 'payload_url', unquoted(given.payload_url)) : null;
    const host = realmHost(services);
    const email = `${shortName}-bot@${host}`;
    return await takeWithPicture(
      services,
      { organizationId, person: caller.userId, origin },
      { file, idempotent },
      AVATAR_FORM,
      async (tx, picture) => {
        await tx.position();
        const facts = uncachedFacts(tx);
        await checkMayCreateBots(facts, caller);
        if (await isEmailTaken(tx, email)) throw badRequest('Username already in use');
        const { bot, key, shown } = await doCreateBot(tx, services, caller, {
          account: {
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
          service: baseUrl === null ? null : { baseUrl, interface: given.interface_type },
          defaults: await readDefaults(facts, caller, given, noDefaults),
          picture,
        });
        await doSaveConfigData(tx, services.secrets, bot, given.config_data ?? {});
        return {
          user_id: bot.id,
          email,
          api_key: key,
          avatar_url: shown.avatar_url,
          default_sending_stream: shown.default_sending_stream,
          default_events_register_stream: shown.default_events_register_stream,
          default_all_public_streams: shown.default_all_public_streams,
          services: shown.services,
        };
      },
    );
  },
});

/** client: the web app of the real server sends the address as JSON text, others bare. */
function unquoted(given: string): string {
  return /^".*"$/.test(given) ? given.slice(1, -1) : given;
}
