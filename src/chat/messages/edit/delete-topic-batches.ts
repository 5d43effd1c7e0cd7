import type { Tx } from '../../../platform/db/tx.ts';
import type { Channel } from '../../channels/access.ts';
import type { ReaderView } from '../../reading/view.ts';
import { doDeleteMessages } from './actions.ts';
import { lockNewestOfTopic } from './queries.ts';

/** Messages of one statement, and of one event. */
const BATCH = 1000;

/**
 * Deletes the messages of a topic that a person may see, the newest first, batch by batch; false when the time ran out before the oldest.
 * @param budgetMs at least one batch is deleted, however short it is
 */
export async function doDeleteTopic(
  tx: Tx,
  view: ReaderView,
  channel: Channel,
  topic: string,
  budgetMs: number,
): Promise<boolean> {
  const end = performance.now() + budgetMs;
  for (;;) {
    const messages = await lockNewestOfTopic(tx, view, channel.id, topic, BATCH);
    const ids = messages.map(({ id }) => id);
    // Told is the topic as it was last written, not as somebody wrote it to have it deleted.
    const place = { channelId: channel.id, topic: messages[0]?.topic ?? topic, people: [] };
    if (ids.length > 0) await doDeleteMessages(tx, place, channel, ids);
    if (ids.length < BATCH) return true;
    if (performance.now() >= end) return false;
  }
}
