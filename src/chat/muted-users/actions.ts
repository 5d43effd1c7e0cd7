import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { presentMutedUser } from './muted-user.ts';
import { deleteMutedUser, insertMutedUser, loadMutedUsers } from './queries.ts';

/** @throws {ChatError} `BAD_REQUEST` when the person is muted already */
export async function doMuteUser(tx: Tx, organizationId: string, userId: number, mutedId: number): Promise<void> {
  await tx.position(organizationId);
  if (!(await insertMutedUser(tx, organizationId, userId, mutedId))) throw badRequest('User already muted');
  await emitMutedUsers(tx, organizationId, userId);
}

/** @throws {ChatError} `BAD_REQUEST` when the person is not muted */
export async function doUnmuteUser(tx: Tx, organizationId: string, userId: number, mutedId: number): Promise<void> {
  await tx.position(organizationId);
  if (!(await deleteMutedUser(tx, organizationId, userId, mutedId))) throw badRequest('User is not muted');
  await emitMutedUsers(tx, organizationId, userId);
}

async function emitMutedUsers(tx: Tx, organizationId: string, userId: number): Promise<void> {
  const muted_users = (await loadMutedUsers(tx, organizationId, userId)).map(presentMutedUser);
  emitChatEvent(tx, organizationId, [`user:${userId}`], { type: 'muted_users', muted_users }, { state: true });
}
