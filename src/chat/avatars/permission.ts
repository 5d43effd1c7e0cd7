import type { FactSource } from '../../platform/events/facts.ts';
import { type ChatCaller, isAdministrator } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { realmOf } from '../realms/access.ts';

/** @throws {ChatError} `BAD_REQUEST` where the organization lets its administrators alone change pictures */
export async function checkMayChangeAvatar(facts: FactSource, caller: ChatCaller): Promise<void> {
  const realm = await realmOf(facts);
  if (realm.settings.avatar_changes_disabled && !isAdministrator(caller))
    throw badRequest('Avatar changes are disabled in this organization.');
}
