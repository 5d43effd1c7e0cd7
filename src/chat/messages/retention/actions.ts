import type { Tx } from '../../../platform/db/tx.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { findChannel } from '../../channels/access.ts';
import { emitChatEvent } from '../../events/emit.ts';
import { doArchiveAttachmentsOfMessages, doRestoreAttachments } from '../../uploads/actions.ts';
import { doDeleteMessages } from '../edit/actions.ts';
import { loadMessages } from '../message-loader.ts';
import { archivedIds, archiveMessages, attachmentsOfArchived, lockExpired, restoreMessages } from './queries.ts';

/** Messages of one transaction. */
const BATCH = 1000;

/**
 * Takes the oldest messages of a conversation that have run out away from everybody, and keeps them aside.
 * @returns whether there may be more
 */
export async function doArchiveExpired(tx: Tx, recipientId: number): Promise<boolean> {
  const expired = await lockExpired(tx, recipientId, BATCH);
  const facts = uncachedFacts(tx);
  for (const messages of Map.groupBy(expired, ({ topic }) => topic.toLowerCase()).values()) {
    const ids = messages.map(({ id }) => id);
    const [place] = await loadMessages(tx, facts, ids.slice(0, 1));
    if (!place) continue;
    const channel = place.channelId === null ? undefined : await findChannel(facts, place.channelId);
    await archiveMessages(tx, ids);
    await doArchiveAttachmentsOfMessages(tx, ids);
    await doDeleteMessages(tx, place, channel, ids);
  }
  return expired.length === BATCH;
}

/**
 * Brings back some of the messages that were put aside, of one channel or of all conversations.
 * @returns how many; none when there are no more
 */
export async function doRestoreSome(tx: Tx, channelId: number | null): Promise<number> {
  await tx.position();
  const ids = await archivedIds(tx, channelId, BATCH);
  if (ids.length === 0) return 0;
  await doRestoreAttachments(tx, await attachmentsOfArchived(tx, ids));
  await restoreMessages(tx, ids);
  // No event says that old messages have come back: clients load anew.
  emitChatEvent(
    tx,
    tx.organizationId,
    ['organization'],
    { type: 'web_reload_client', immediate: false },
    { state: true },
  );
  return ids.length;
}
