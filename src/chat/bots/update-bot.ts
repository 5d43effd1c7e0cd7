import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doChangeRole } from '../accounts/actions.ts';
import { anyUser, type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, optional, text } from '../http/params.ts';
import { ConfigData, doSaveConfigData } from '../incoming-webhooks/secret.ts';
import { doUpdateUser } from '../users/actions.ts';
import { ownAvatarUrl } from '../users/avatar.ts';
import { checkFullName } from '../users/names.ts';
import { accessBot } from './access.ts';
import { checkNameFree, doChangeOwner, doChangeService } from './actions.ts';
import { Interface } from './bot.ts';
import { checkServiceUrl } from './service-url.ts';

const RoleValue = Type.Enum(Object.values(Role));

export const updateBot = chatOperation({
  method: 'PATCH',
  path: '/bots/:bot_id',
  summary: "Change a bot's name, owner, role or service",
  access: anyUser,
  params: {
    bot_id: inPath(Id),
    full_name: optional(text(Type.String())),
    bot_owner_id: optional(json(Id)),
    role: optional(json(RoleValue)),
    service_payload_url: optional(text(Type.String())),
    config_data: optional(json(ConfigData)),
    service_interface: optional(json(Interface)),
  },
  answer: {
    full_name: Type.String(),
    avatar_url: Type.String(),
    bot_owner_id: Type.Union([Type.Integer(), Type.Null()]),
    role: Type.Integer(),
  },
  async write({ tx, caller, services }, given) {
    const { organizationId } = caller;
    await tx.position(organizationId);
    let bot = await accessBot(uncachedFacts(tx), caller, given.bot_id);
    if (!bot.isActive) throw badRequest('No such bot');
    if (given.full_name !== undefined) {
      const fullName = checkFullName(given.full_name);
      await checkNameFree(tx, organizationId, fullName, bot.id);
      await doUpdateUser(tx, organizationId, bot, { fullName });
      bot = { ...bot, fullName };
    }
    if (given.role !== undefined && given.role !== bot.role) {
      checkRole(caller, given.role as Role);
      await doChangeRole(tx, organizationId, bot, given.role as Role, caller.userId);
      bot = { ...bot, role: given.role as Role };
    }
    if (given.bot_owner_id !== undefined) bot = await doChangeOwner(tx, organizationId, bot, given.bot_owner_id);
    if (given.service_payload_url !== undefined) {
      const baseUrl = checkServiceUrl(services, 'service_payload_url', given.service_payload_url);
      await doChangeService(tx, organizationId, bot, { baseUrl });
    }
    if (given.service_interface !== undefined)
      await doChangeService(tx, organizationId, bot, { interface: given.service_interface });
    await doSaveConfigData(tx, services.secrets, organizationId, bot, given.config_data ?? {});
    const { fullName: full_name, botOwnerId: bot_owner_id, role } = bot;
    return { full_name, avatar_url: ownAvatarUrl(bot), bot_owner_id, role };
  },
});

/** Roles are given by administrators, and that of owners by owners. @throws {ChatError} `BAD_REQUEST` */
function checkRole(caller: ChatCaller, role: Role): void {
  if (!isAdministrator(caller)) throw badRequest('Must be an organization administrator');
  if (role < caller.role) throw badRequest('Must be an organization owner');
}
