import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { uploadQuota } from '../../platform/files/files.ts';
import type { StoredPicture } from '../../platform/files/store-picture.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { doChangeAvatar } from '../avatars/actions.ts';
import { AVATAR_FORM } from '../avatars/form.ts';
import { anyUser, type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, optional, type ParamValues, text } from '../http/params.ts';
import { BotConfigData, doSaveConfigData } from '../incoming-webhooks/secret.ts';
import { REALM_PICTURE_LIMIT_MIB } from '../settings/realm-settings.ts';
import { takeWithPicture } from '../uploads/take-picture.ts';
import type { User } from '../users/access.ts';
import { doUpdateUser } from '../users/actions.ts';
import { ownAvatarUrl } from '../users/avatar.ts';
import { checkFullName } from '../users/names.ts';
import { accessBot, defaultsOf, presentedDefaults } from './access.ts';
import { checkNameFree, doChangeOwner, doChangeService } from './actions.ts';
import { BotInterface } from './bot.ts';
import { doSetDefaults } from './default-actions.ts';
import { defaultParams, readDefaults } from './default-params.ts';
import { DefaultsObject } from './defaults.ts';
import { doChangeRoleOfManager } from './role-actions.ts';
import { checkServiceUrl } from './service-url.ts';

const RoleValue = Type.Enum(Object.values(Role));

const params = {
  bot_id: inPath(described(Id, 'User ID of the bot to change.')),
  full_name: optional(text(Type.String({ description: 'New name, at most 100 characters.' }))),
  bot_owner_id: optional(json(described(Id, 'ID of the person who owns the bot from now on.'))),
  role: optional(json(described(RoleValue, '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'))),
  service_payload_url: optional(
    text(Type.String({ description: 'New address that receives the messages for an outgoing webhook.' })),
  ),
  config_data: optional(json(described(BotConfigData, 'New configuration of an incoming webhook.'))),
  service_interface: optional(
    json(described(BotInterface, "Format of requests to that address: 1 generic, 2 Slack's.")),
  ),
  ...defaultParams,
};
type Changes = ParamValues<typeof params>;

/** client: as `POST /bots`, with the picture in a multipart body. */
export const updateBot = chatOperation({
  method: 'PATCH',
  path: '/bots/:bot_id',
  summary: "Change a bot's name, owner, role, service, picture or defaults",
  access: anyUser,
  fileLimitMib: REALM_PICTURE_LIMIT_MIB,
  params,
  answer: {
    full_name: Type.String({ description: 'Name of the bot.' }),
    avatar_url: Type.String({ description: "Address of the bot's picture." }),
    bot_owner_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who owns the bot. Null: nobody.',
    }),
    role: Type.Integer({ description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.' }),
    ...DefaultsObject.properties,
  },
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, file, idempotent, origin }, given) {
    const { organizationId } = caller;
    // Before a picture is worked on for nothing.
    await accessBot(services.state.of(caller.organizationId), caller, given.bot_id);
    return takeWithPicture(
      services,
      { organizationId, person: caller.userId, origin },
      { file, idempotent },
      AVATAR_FORM,
      async (tx, picture) => {
        await tx.position();
        const bot = await change(tx, services, caller, given);
        const shown = await presentedDefaults(tx, uncachedFacts(tx), caller, [bot.id]);
        return {
          full_name: bot.fullName,
          avatar_url: await pictureOf(tx, services, bot, picture),
          bot_owner_id: bot.botOwnerId,
          role: bot.role,
          ...shown(bot.id),
        };
      },
    );
  },
});

/** @throws {ChatError} `BAD_REQUEST` */
async function change(tx: Tx, services: Services, caller: ChatCaller, given: Changes): Promise<User> {
  const facts = uncachedFacts(tx);
  let bot = await accessBot(facts, caller, given.bot_id);
  if (!bot.isActive) throw badRequest('No such bot');
  const defaults = await readDefaults(facts, caller, given, await defaultsOf(facts, bot.id));
  if (given.full_name !== undefined) {
    const fullName = checkFullName(given.full_name);
    await checkNameFree(tx, fullName, bot.id);
    await doUpdateUser(tx, bot, { fullName });
    bot = { ...bot, fullName };
  }
  if (given.role !== undefined && given.role !== bot.role) {
    checkRole(caller, given.role as Role);
    await doChangeRoleOfManager(tx, bot, given.role as Role, caller.userId);
    bot = { ...bot, role: given.role as Role };
  }
  if (given.bot_owner_id !== undefined) bot = await doChangeOwner(tx, bot, given.bot_owner_id);
  if (given.service_payload_url !== undefined) {
    const baseUrl = checkServiceUrl(services, 'service_payload_url', given.service_payload_url);
    await doChangeService(tx, bot, { baseUrl });
  }
  if (given.service_interface !== undefined) await doChangeService(tx, bot, { interface: given.service_interface });
  await doSetDefaults(tx, bot, defaults);
  await doSaveConfigData(tx, services.secrets, bot, given.config_data ?? {});
  return bot;
}

/** The address of the bot's picture, which is `picture` from now on where one was sent. */
async function pictureOf(tx: Tx, services: Services, bot: User, picture: StoredPicture | null): Promise<string> {
  return picture ? doChangeAvatar(tx, bot.id, picture, uploadQuota(services)) : ownAvatarUrl(bot);
}

/** Roles are given by administrators, and that of owners by owners. @throws {ChatError} `BAD_REQUEST` */
function checkRole(caller: ChatCaller, role: Role): void {
  if (!isAdministrator(caller)) throw noRight('Must be an organization administrator');
  if (role < caller.role) throw noRight('Must be an organization owner');
}
