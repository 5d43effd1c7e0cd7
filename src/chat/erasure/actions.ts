import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { doDeactivateUser } from '../accounts/actions.ts';
import { doChangeAvatar } from '../avatars/actions.ts';
import { findChannel } from '../channels/access.ts';
import { doDeleteQueuesOfOrganizations } from '../event-queues/actions.ts';
import { doDeleteMessages } from '../messages/edit/actions.ts';
import { loadMessages } from '../messages/message-loader.ts';
import { doDeleteAttachments } from '../uploads/actions.ts';
import { doUpdateStatus } from '../user-status/actions.ts';
import { doUpdateUser } from '../users/actions.ts';
import type { User } from '../users/user.ts';
import {
  deleteFromArchivedMessages,
  deleteInvitationsTo,
  deleteSomeOwnRows,
  emptyUser,
  loadOwnColumns,
  loadUnusedUploads,
  lockSomeMessages,
} from './queries.ts';

/** Uploads of one transaction. */
const UPLOADS_AT_ONCE = 200;

/** Name of a chat account whose person was erased. */
export const erasedUserName = (userId: number) => `Deleted user ${userId}`;

/**
 * Deactivates an account for good; it has no name, address or picture any more. What else it has is as much as somebody gathers
 * in years: `doDeleteSomeOwnRows` takes it away, when nobody waits for the organization's log.
 */
export async function doEraseUser(tx: Tx, user: User): Promise<void> {
  if (user.isActive) await doDeactivateUser(tx, user.id);
  await doUpdateStatus(tx, user.id, { text: '', emojiName: '', emojiCode: '', reactionType: '' });
  const email = `deleted-user-${user.id}@deleted.invalid`;
  await doUpdateUser(tx, user, { fullName: erasedUserName(user.id), email, timezone: '' });
  if (user.hasAvatar) await doChangeAvatar(tx, user.id, null);
  await deleteInvitationsTo(tx, [user.email.toLowerCase()]);
  await emptyUser(tx, user.id);
}

/** Rows of one transaction. */
const ROWS_AT_ONCE = 1000;

/** Deletes some of what an account has but its messages. @returns how many */
export async function doDeleteSomeOwnRows(tx: Tx, userId: number): Promise<number> {
  const { organizationId } = tx;

  let deleted = 0;
  for (const column of await loadOwnColumns(tx)) {
    if (deleted >= ROWS_AT_ONCE) break;
    deleted += await deleteSomeOwnRows(tx, column, { organizationId, userId, limit: ROWS_AT_ONCE - deleted });
  }
  return deleted;
}

/** Deletes somebody's messages that retention has put aside. */
export async function deleteArchivedMessages(
  { database }: Services,
  organizationId: string,
  userId: number,
  signal?: AbortSignal,
): Promise<void> {
  const some = { organizationId, userId, limit: ROWS_AT_ONCE };
  for (let last: number | null = 0; last !== null; ) {
    signal?.throwIfAborted();
    const after: number = last;
    last = await database.transaction((tx) => deleteFromArchivedMessages(tx, some, after), {
      organizationId: some.organizationId,
    });
  }
}

/** Topics and conversations of one transaction: each costs statements, and nobody else sends meanwhile. */
const PLACES_AT_ONCE = 10;

/** Deletes some of somebody's messages, with what hangs on them, and tells whoever had them. @returns how many */
export async function doDeleteSomeMessages(tx: Tx, userId: number): Promise<number> {
  await tx.position();
  const rows = await lockSomeMessages(tx, userId);
  const facts = uncachedFacts(tx);
  const places = [...Map.groupBy(rows, ({ place }) => place).values()];
  for (const own of places.slice(0, PLACES_AT_ONCE)) {
    const ids = own.map(({ id }) => id);
    const [place] = await loadMessages(tx, facts, ids.slice(0, 1));
    if (!place) continue;
    const channel = place.channelId === null ? undefined : await findChannel(facts, place.channelId);
    await doDeleteMessages(tx, place, channel, ids);
  }
  return rows.length;
}

/** Deletes some of somebody's uploads that no message refers to. @returns how many */
export async function doDeleteSomeUploads(tx: Tx, userId: number): Promise<number> {
  const ids = await loadUnusedUploads(tx, userId, UPLOADS_AT_ONCE);
  await doDeleteAttachments(tx, ids);
  return ids.length;
}

/** Has all clients of an organization register anew: what they were told of somebody is not so any more. */
export function doBeginAnew(tx: Tx): Promise<void> {
  return doDeleteQueuesOfOrganizations(tx, [tx.organizationId]);
}
