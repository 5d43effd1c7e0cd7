import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { findChannel } from '../channels/access.ts';
import { Role } from '../http/caller.ts';
import { namePerson } from '../notices/names.ts';
import { noticeTexts } from '../notices/texts.ts';
import { realmOf } from '../realms/access.ts';
import { doSendNotice } from './actions.ts';

/** Announces who has joined in the organization's channel for it, if any. Guests are not announced. */
export async function doAnnounceSignup(
  tx: Tx,
  services: Services,
  person: { id: number; fullName: string; role: Role },
): Promise<void> {
  if (person.role === Role.guest) return;
  const facts = uncachedFacts(tx);
  const { language, settings } = await realmOf(facts);
  const place = await findChannel(facts, settings.signup_announcements_stream_id);
  if (!place || place.isArchived) return;
  const { joined, joinedTopic } = noticeTexts(language);
  const to = { channelId: place.id, topic: joinedTopic };
  await doSendNotice(tx, services, to, joined({ person: namePerson(person) }));
}
