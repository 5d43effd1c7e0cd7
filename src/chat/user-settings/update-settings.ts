import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doDeleteDraftsOf } from '../drafts/actions.ts';
import { anyUser, isAdministrator } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation, type WriteRequest } from '../http/operation.ts';
import { optional, type ParamValues, text } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { userSettingParams } from '../settings/user-settings.ts';
import { accessUserById } from '../users/access.ts';
import { doUpdateUser } from '../users/actions.ts';
import { checkFullName } from '../users/names.ts';
import { doUpdateSettings } from './actions.ts';
import { checkTimezone } from './timezone.ts';

export const params = {
  ...userSettingParams,
  full_name: optional(text(Type.String())),
  timezone: optional(text(Type.String())),
};

export async function write(
  { tx, caller, services }: WriteRequest,
  { full_name, timezone, ...settings }: ParamValues<typeof params>,
): Promise<object> {
  const { organizationId } = caller;
  await tx.position(organizationId);
  const facts = uncachedFacts(tx);
  const user = await accessUserById(facts, organizationId, caller.userId);
  const fullName = full_name === undefined ? user.fullName : checkFullName(full_name);
  if (fullName !== user.fullName && !isAdministrator(caller)) {
    const realm = await realmOf(facts, organizationId);
    if (realm.settings.name_changes_disabled) throw badRequest('Name changes are disabled in this organization.');
  }
  const zone = timezone === undefined ? user.timezone : checkTimezone(timezone);
  await doUpdateUser(tx, organizationId, user, { fullName, timezone: zone });
  await doUpdateSettings(tx, organizationId, user, settings, realmHost(services));
  // spec: chat 4.2: what is stored on the server is deleted.
  if (settings.enable_drafts_synchronization === false) await doDeleteDraftsOf(tx, organizationId, user.id);
  return {};
}

export const updateSettings = chatOperation({
  method: 'PATCH',
  path: '/settings',
  summary: "Change the caller's own settings, name and time zone",
  access: anyUser,
  params,
  answer: {},
  write,
});
