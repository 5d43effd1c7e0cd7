import { Role } from '../../chat/http/caller.ts';
import { findUserById, loadPersonId } from '../../chat/users/access.ts';
import { findAdministratorOf, nameOfAdministrator } from '../../dispatch/administrators/access.ts';
import { isReadOnly } from '../../dispatch/administrators/read-only.ts';
import { findSight } from '../../dispatch/administrators/sight.ts';
import type { KeyCaller } from '../../dispatch/http/caller.ts';
import { unseenAmong } from '../../dispatch/sight/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { CommandTexts } from '../bot/texts.ts';
import { findAdministratorOfStandIn } from '../stand-ins/access.ts';
import type { CommandRow } from './queries.ts';

/**
 * Returns the dispatch identity of a command's author as it is now: the person's administrator, who may change tasks
 * and sees this one; otherwise the sentence that refuses the command.
 */
export async function authorizeCommand(
  tx: Tx,
  { state }: Services,
  { organizationId, senderId, taskId }: CommandRow,
  texts: CommandTexts,
): Promise<KeyCaller | string> {
  await state.confirm(organizationId);
  const administratorId = await findSender(tx, state.of(organizationId), senderId);
  if (administratorId === null) return texts.noRights;
  if (await isReadOnly(state, organizationId, administratorId)) return texts.readOnly;
  const sight = await findSight(state, organizationId, administratorId);
  const unseen = await unseenAmong(tx, { organizationId, sight }, [taskId]);
  if (unseen.size > 0) return texts.outOfSight;
  return { kind: 'key', organizationId, credentialId: '', administratorId, sight };
}

/** The administrator that a chat user stands for, or is by their own account; null: none. */
async function findSender(tx: Tx, facts: FactSource, userId: number): Promise<string | null> {
  const user = await findUserById(facts, userId);
  if (!user?.isActive) return null;
  const represented = await findAdministratorOfStandIn(tx, userId);
  // One that was deleted has written before.
  if (represented !== null) return (await nameOfAdministrator(tx, represented)) === null ? null : represented;
  const personId = user.role === Role.guest ? null : await loadPersonId(tx, userId);
  const own = personId === null ? null : await findAdministratorOf(facts, personId);
  return own?.isActive ? own.id : null;
}
