import { Type } from 'typebox';
import { PASSWORD_CHARACTERS } from '../../platform/credentials/password-rule.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { doChangePassword } from '../../platform/people/actions.ts';
import { hasShownAnew } from '../../platform/people/shown-anew.ts';
import type { Services } from '../../platform/services.ts';
import { checkNameIsFree } from '../accounts/unique-name.ts';
import { draftList } from '../drafts/draft.ts';
import { doRequestEmailChange } from '../email-changes/actions.ts';
import { anyUser, type ChatCaller, isAdministrator } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation, type ServeRequest } from '../http/operation.ts';
import { json, jsonOrText, optional, type ParamValues, text, withDefault } from '../http/params.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { checkEmailDomain } from '../realm-domains/access.ts';
import { type Realm, realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { checkLanguage } from '../settings/language.ts';
import { userSettingParams } from '../settings/user-settings.ts';
import { accessUserById, isEmailTaken, type User } from '../users/access.ts';
import { doUpdateUser } from '../users/actions.ts';
import { checkPasswordChange } from '../users/change-password.ts';
import { checkFullName, checkNewEmail } from '../users/names.ts';
import { doSetLanguage, doUpdateSettings } from './actions.ts';
import { checkTimezone } from './timezone.ts';

export const params = {
  ...userSettingParams,
  full_name: optional(text(Type.String({ description: 'New name of the caller, at most 100 characters.' }))),
  timezone: optional(text(Type.String({ description: 'IANA name of the time zone, for example `Europe/Berlin`.' }))),
  default_language: optional(
    jsonOrText(Type.String({ description: 'Language of the caller as a tag, for example `de`.' })),
  ),
  email: optional(
    text(
      Type.String({
        description: 'New e-mail address. It counts once the person confirms it by the link that is sent there.',
      }),
    ),
  ),
  old_password: withDefault(
    text(
      Type.String({
        maxLength: 1000,
        description:
          'Current password. Required for a new password, and for a new e-mail address after a sign-in long ago.',
      }),
    ),
    '',
  ),
  // Such mails are not sent: switching them on is refused, not ignored.
  enable_marketing_emails: optional(
    json(Type.Literal(false, { description: 'Only `false`: no such e-mails are sent.' })),
  ),
  enable_login_emails: optional(json(Type.Literal(false, { description: 'Only `false`: no such e-mails are sent.' }))),
  new_password: optional(
    text(Type.String({ maxLength: PASSWORD_CHARACTERS.max, description: 'New password. It counts at once.' })),
  ),
};

/** A new address counts once it is confirmed; a new password at once. */
export async function changeSettings(
  { services, caller, address, origin }: ServeRequest,
  { full_name, timezone, default_language, email, old_password, new_password, ...rest }: ParamValues<typeof params>,
): Promise<object> {
  const { enable_marketing_emails: _marketing, enable_login_emails: _login, ...settings } = rest;
  const { organizationId, userId, credentialId, personId } = caller;
  // A key of a client has no more to show: there the new address, which confirms, and the old one, which is told, have to do.
  const session = personId === undefined ? undefined : { organizationId, personId, credentialId };
  if (email !== undefined && session && !(await hasShownAnew(services, session, { password: old_password, address })))
    throw badRequest('To change your e-mail address, pass your password (old_password) or sign in again.');
  // Hashing takes its time, so it comes before the transaction.
  const password =
    new_password === undefined
      ? undefined
      : await checkPasswordChange(services, caller, { old: old_password, next: new_password, address });
  return services.database.transaction(
    async (tx) => {
      await tx.position();
      const facts = uncachedFacts(tx);
      const user = await accessUserById(facts, userId);
      const realm = await realmOf(facts);
      const fullName = full_name === undefined ? user.fullName : checkFullName(full_name);
      if (fullName !== user.fullName && !isAdministrator(caller) && realm.settings.name_changes_disabled)
        throw badRequest('Name changes are disabled in this organization.');
      if (fullName !== user.fullName && !user.isBot) await checkNameIsFree(tx, realm, fullName, userId);
      const zone = timezone === undefined ? user.timezone : checkTimezone(timezone);
      if (email !== undefined) await changeEmail(tx, services, realm, caller, user, email);
      await doUpdateUser(tx, user, { fullName, timezone: zone });
      if (default_language !== undefined) await doSetLanguage(tx, user, checkLanguage(default_language));
      await doUpdateSettings(tx, user, settings, realmHost(services));
      // spec: chat 4.2: what is stored on the server is deleted.
      if (settings.enable_drafts_synchronization === false) await doRemoveItems(tx, draftList, caller, 'all');
      if (password) {
        const person = { organizationId, id: password.personId };
        if (!(await doChangePassword(tx, person, password, caller.credentialId))) throw badRequest('Wrong password!');
      }
      return {};
    },
    { organizationId, takesLog: true, origin },
  );
}

/** @throws {ChatError} `BAD_REQUEST` */
async function changeEmail(
  tx: Tx,
  services: Services,
  realm: Realm,
  caller: ChatCaller,
  user: User,
  given: string,
): Promise<void> {
  const email = checkNewEmail(services, given);
  if (email === user.email) return;
  if (realm.settings.email_changes_disabled && !isAdministrator(caller))
    throw badRequest('Email address changes are disabled in this organization.');
  await checkEmailDomain(tx, realm, email);
  const isOwn = email.toLowerCase() === user.email.toLowerCase();
  if (!isOwn && (await isEmailTaken(tx, email))) throw badRequest('Already has an account.');
  const url = await organizationUrl(services, realm.organizationId);
  await doRequestEmailChange(tx, user, email, url);
}

export const updateSettings = chatOperation({
  method: 'PATCH',
  path: '/settings',
  summary: "Change the caller's own settings, name, time zone, address and password",
  access: anyUser,
  params,
  answer: {},
  serve: changeSettings,
});
