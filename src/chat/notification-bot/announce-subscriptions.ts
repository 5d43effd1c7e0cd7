import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { nameChannel, namePerson } from '../notices/names.ts';
import { noticeTexts } from '../notices/texts.ts';
import { realmOf } from '../realms/access.ts';
import { doSendNotice } from './actions.ts';

/**
 * Tells people, each in a direct message, which channels somebody subscribed them to.
 * @param channelsByUser names of the channels by user ID
 */
export async function doAnnounceSubscriptions(
  tx: Tx,
  services: Services,
  subscriber: ChatCaller,
  channelsByUser: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  if (channelsByUser.size === 0) return;
  const { language } = await realmOf(uncachedFacts(tx));
  const who = namePerson({ id: subscriber.userId, fullName: subscriber.fullName });
  for (const [userId, channels] of channelsByUser) {
    const content = noticeTexts(language).subscribed({
      subscriber: who,
      count: channels.length,
      channels: channels.map(nameChannel).join(', '),
    });
    await doSendNotice(tx, services, { userId }, content);
  }
}
