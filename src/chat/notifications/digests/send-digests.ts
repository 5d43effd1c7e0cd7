import { isUndisturbed } from '../../../../rules/notifications.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { doQueueOutbound } from '../../../platform/outbound/outbox.ts';
import type { Services } from '../../../platform/services.ts';
import { presenceStore } from '../../presence/store.ts';
import { realmOf } from '../../realms/access.ts';
import { realmSettingDefaults } from '../../settings/realm-settings.ts';
import { languageOfPerson, settingsOf } from '../../user-settings/access.ts';
import { findUserById } from '../../users/access.ts';
import { unsubscribeUrl } from '../emails/unsubscribe-link.ts';
import { type DigestBasis, gatherDigest } from './gather-digest.ts';
import {
  claimDigest,
  firstMessageSince,
  listDigestOrganizations,
  listDigestPeople,
  listNewChannelIds,
  loadBusyTopics,
} from './queries.ts';
import { writeDigest } from './write-digest.ts';

const DAY_MS = 86_400_000;
/** From this hour on of the organization's day. */
const HOUR = 9;
/** People seen within this number of days get no digest; people who joined within it have seen everything. */
const AWAY_DAYS = 5;
/** Days that a digest is about. */
const ABOUT_DAYS = 7;
/** Days between two of a person's: less than a week, since the hour differs. */
const MIN_DAYS_BETWEEN = 6;
const MAX_PEOPLE = 200;
/** Messages of a topic that are looked at for each person, the newest. */
const SAMPLES = 5;

/** Sends digests on each organization's day, by its own time. Who got theirs is a row, so that later hours find the rest. */
export const digests = defineJob({
  queue: 'chat-digests',
  cron: '12 * * * *',
  expireInSeconds: 3000,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  handle: (services, _data, signal) => sendDigests(services, signal),
});

/** Sends everybody's digest that is due; one transaction each, so none is sent twice, whichever processes run. */
export async function sendDigests(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services;
  const day = { weekday: realmSettingDefaults.digest_weekday, hour: HOUR };
  for (const organizationId of await listDigestOrganizations(database.reader, clock.now(), day)) {
    if (signal?.aborted) return;
    await sendDigestsOf(services, organizationId, signal);
  }
}

async function sendDigestsOf(services: Services, organizationId: string, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = services;
  const reader = database.reader.of(organizationId);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const awaySince = daysAgo(AWAY_DAYS);
  const since = daysAgo(ABOUT_DAYS);
  const sinceId = await firstMessageSince(reader, since);
  const topics = await loadBusyTopics(reader, sinceId, SAMPLES);
  const basis = {
    topicsOf: Map.groupBy(topics, ({ channelId }) => channelId),
    newChannelIds: await listNewChannelIds(reader, since),
  };
  const awaySinceId = await firstMessageSince(reader, awaySince);
  const { people } = await presenceStore(services).of(organizationId);
  const before = daysAgo(MIN_DAYS_BETWEEN);
  let afterId = 0;
  for (;;) {
    const bounds = { afterId, before, joinedBefore: awaySince, awaySinceId };
    const page = await listDigestPeople(reader, bounds, MAX_PEOPLE);
    for (const userId of page) {
      if (signal?.aborted) return;
      if ((people.get(userId)?.connected ?? 0) >= awaySince.getTime()) continue;
      try {
        await database.transaction((tx) => doSendDigest(tx, services, basis, { organizationId, userId, before }), {
          organizationId,
        });
      } catch (error) {
        // Nobody waits for a digest that cannot be written.
        database.availability.logFailure(error, 'a digest could not be created');
        log.debug({ organizationId, userId }, 'a digest is waiting');
      }
    }
    if (page.length < MAX_PEOPLE) return;
    afterId = page.at(-1)!;
  }
}

async function doSendDigest(
  tx: Tx,
  services: Services,
  basis: DigestBasis,
  { organizationId, userId, before }: { organizationId: string; userId: number; before: Date },
): Promise<void> {
  if (!(await claimDigest(tx, userId, before))) return;
  const facts = uncachedFacts(tx);
  const user = await findUserById(facts, userId);
  if (!user?.isActive) return;
  const settings = settingsOf(user);
  if (!settings.enable_digest_emails || isUndisturbed(settings, tx.now.getTime() / 1000)) return;
  const digest = await gatherDigest(tx, facts, user, basis);
  if (digest.topics.length === 0 && digest.channels.length === 0) return;
  const realm = await realmOf(facts);
  const url = await organizationUrl(services, organizationId);
  const unsubscribe = unsubscribeUrl(services, url, 'digest', { organizationId, userId });
  const written = writeDigest({
    realm,
    digest,
    language: languageOfPerson(user),
    showsContent:
      settings.message_content_in_email_notifications && realm.settings.message_content_allowed_in_email_notifications,
    url,
    unsubscribeUrl: unsubscribe,
  });
  await doQueueOutbound(tx, {
    organizationId,
    channel: 'email',
    recipient: user.email,
    ...written,
    unsubscribeUrl: unsubscribe,
  });
}
