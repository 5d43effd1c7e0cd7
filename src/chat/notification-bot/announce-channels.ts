import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { type Channel, findChannel } from '../channels/access.ts';
import type { ChatCaller } from '../http/caller.ts';
import { nameChannel, namePerson } from '../notices/names.ts';
import { noticeTexts } from '../notices/texts.ts';
import { realmOf } from '../realms/access.ts';
import { doSendNotice } from './actions.ts';

/**
 * Announces new channels in the organization's channel for such announcements, if any. Private ones are not announced.
 * spec: chat 4.3, `announce`
 */
export async function doAnnounceChannels(
  tx: Tx,
  services: Services,
  creator: ChatCaller,
  created: readonly Channel[],
): Promise<void> {
  const announced = created.filter(({ inviteOnly }) => !inviteOnly);
  if (announced.length === 0) return;
  const facts = uncachedFacts(tx);
  const realm = await realmOf(facts);
  const place = await findChannel(facts, realm.settings.new_stream_announcements_stream_id);
  if (!place || place.isArchived) return;
  const texts = noticeTexts(realm.language);
  const who = namePerson({ id: creator.userId, fullName: creator.fullName });
  const content = texts.newChannels({
    creator: who,
    count: announced.length,
    channels: announced.map(({ name }) => nameChannel(name)).join(', '),
  });
  await doSendNotice(tx, services, { channelId: place.id, topic: texts.newChannelsTopic }, content);
}
