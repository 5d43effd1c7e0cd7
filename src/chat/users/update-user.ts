import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { checkNameIsFree } from '../accounts/unique-name.ts';
import { doChangeRoleOfManager } from '../bots/role-actions.ts';
import { administrators, type ChatCaller, Role } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath, json, optional, text } from '../http/params.ts';
import { doUpdateProfile } from '../profile-fields/actions.ts';
import { ProfileValues } from '../profile-fields/field-params.ts';
import { checkEmailDomain } from '../realm-domains/access.ts';
import { realmOf } from '../realms/access.ts';
import { accessUserByIdOrEmail, hasOtherOwner, isEmailTaken, mayChangeEmails } from './access.ts';
import { doUpdateUser, type UserChanges } from './actions.ts';
import { checkFullName, checkNewEmail } from './names.ts';
import type { User } from './user.ts';

const RoleValue = Type.Union([
  Type.Literal(Role.owner),
  Type.Literal(Role.administrator),
  Type.Literal(Role.moderator),
  Type.Literal(Role.member),
  Type.Literal(Role.guest),
]);

/** spec: chat 4.6; digits are an ID. */
export const updateUserOperation = chatOperation({
  method: 'PATCH',
  path: '/users/:user_id_or_email',
  summary: "Change another account's name and role",
  access: administrators,
  params: {
    user_id_or_email: inPath(
      Type.String({ description: 'ID of the user, their real e-mail address, or their made-up one.' }),
    ),
    full_name: optional(text(Type.String({ description: 'New name, at most 100 characters.' }))),
    role: optional(
      json(
        described(
          RoleValue,
          '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. Only owners give or ' +
            'take the role of owner.',
        ),
      ),
    ),
    profile_data: optional(
      json(described(ProfileValues, 'New values of custom profile fields. Other fields stay as they are.')),
    ),
    new_email: optional(
      text(
        Type.String({
          description: 'New e-mail address. Only owners with the special right to change addresses can set it.',
        }),
      ),
    ),
  },
  answer: {},
  async write({ tx, caller, services }, given) {
    await tx.position();
    const user = await accessUserByIdOrEmail(services, uncachedFacts(tx), caller, given.user_id_or_email);
    if (!user.isActive) throw badRequest('User is deactivated');
    // It is called as its driver is, and never becomes more than it is.
    if (user.isStandIn) throw badRequest(`'${user.fullName}' has no account in this organization.`);
    // spec: chat 2: a profile is a person's; what was kept of a bot nobody would be shown.
    if (user.isBot && given.profile_data?.length) throw badRequest('Bots have no profile.');
    const changes: UserChanges = {};
    if (given.full_name !== undefined) changes.fullName = checkFullName(given.full_name);
    const role = given.role ?? user.role;
    if (role !== user.role) {
      checkRoleChange(caller, user, role);
      if (user.role === Role.owner && !(await hasOtherOwner(tx, user.id)))
        throw badRequest('The owner permission cannot be removed from the only organization owner.');
    }
    if (given.new_email !== undefined) {
      changes.email = checkNewEmail(services, given.new_email);
      await checkEmailChange(tx, caller, user, changes.email);
      await checkEmailDomain(tx, await realmOf(uncachedFacts(tx)), changes.email);
    }
    if (changes.fullName !== undefined && changes.fullName !== user.fullName && !user.isBot)
      await checkNameIsFree(tx, await realmOf(uncachedFacts(tx)), changes.fullName, user.id);
    await doUpdateUser(tx, user, changes);
    await doUpdateProfile(tx, services, caller, user.id, given.profile_data ?? []);
    await doChangeRoleOfManager(tx, { ...user, ...changes }, role, caller.userId);
    return {};
  },
});

/** Owners with the special permission only, which `hubbub user permit-email-changes` gives. */
async function checkEmailChange(tx: Tx, caller: ChatCaller, user: User, email: string): Promise<void> {
  if (caller.role !== Role.owner || !(await mayChangeEmails(tx, caller.userId)))
    throw noRight('User not authorized to change user emails');
  const isOwn = email.toLowerCase() === user.email.toLowerCase();
  if (!isOwn && (await isEmailTaken(tx, email))) throw badRequest(`Email '${email}' already in use`);
}

function checkRoleChange(caller: ChatCaller, user: User, role: Role): void {
  if ((role === Role.owner || user.role === Role.owner) && caller.role !== Role.owner)
    throw noRight('Must be an organization owner');
  if (user.role === Role.guest && role <= Role.administrator)
    throw badRequest('Guests cannot be organization administrators');
}
