import type { Tx } from '../../platform/db/tx.ts';
import { Role } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { hasOtherOwner, type User } from '../users/access.ts';

/** @throws {ChatError} `CANNOT_DEACTIVATE_LAST_USER`: somebody must own the organization */
export async function checkNotLastOwner(tx: Tx, user: User): Promise<void> {
  if (user.role !== Role.owner || (await hasOtherOwner(tx, user.id))) return;
  throw new ChatError('CANNOT_DEACTIVATE_LAST_USER', 'Cannot deactivate the only organization owner.', {
    is_last_owner: true,
    entity: 'organization owner',
  });
}
