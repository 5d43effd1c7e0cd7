import type { Tx } from '../../platform/db/tx.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { settingsOf } from '../user-settings/access.ts';
import { accessUserById } from '../users/access.ts';

/**
 * Holds the log, so that nobody turns the setting off meanwhile.
 * @throws {ChatError} `BAD_REQUEST` when the caller does not keep drafts here
 */
export async function checkStoresDrafts(tx: Tx, facts: FactSource, caller: ChatCaller): Promise<void> {
  await tx.position();
  const user = await accessUserById(facts, caller.userId);
  if (!settingsOf(user).enable_drafts_synchronization) throw badRequest('User has disabled synchronizing drafts.');
}
