import { Role } from '../../chat/http/caller.ts';
import { findUserById, loadPersonId } from '../../chat/users/access.ts';
import { findAdministratorOf } from '../../dispatch/administrators/access.ts';
import { isReadOnly } from '../../dispatch/administrators/read-only.ts';
import { findSight } from '../../dispatch/administrators/sight.ts';
import type { KeyCaller } from '../../dispatch/http/caller.ts';
import { unseenAmong } from '../../dispatch/sight/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { CommandTexts } from '../bot/texts.ts';
import type { CommandRow } from './queries.ts';

/**
 * Who types a command, as the dispatch side knows them by what holds now: the administrator that the person is, who may change tasks
 * and sees this one; else the sentence that refuses.
 */
export async function authorizeCommand(
  tx: Tx,
  { state }: Services,
  { organizationId, senderId, taskId }: CommandRow,
  texts: CommandTexts,
): Promise<KeyCaller | string> {
  await state.confirm(organizationId);
  const user = await findUserById(state, organizationId, senderId);
  const personId = await loadPersonId(tx, organizationId, senderId);
  if (!user?.isActive || user.role === Role.guest || personId === null) return texts.noRights;
  const administrator = await findAdministratorOf(state, organizationId, personId);
  if (!administrator?.isActive) return texts.noRights;
  if (await isReadOnly(state, organizationId, administrator.id)) return texts.readOnly;
  const sight = await findSight(state, organizationId, administrator.id);
  const unseen = await unseenAmong(tx, { organizationId, sight }, [taskId]);
  if (unseen.size > 0) return texts.outOfSight;
  return { kind: 'key', organizationId, credentialId: '', administratorId: administrator.id, sight };
}
