import { createHash } from 'node:crypto';
import { isUndisturbed } from '../../../../rules/notifications.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { type BrowserTarget, browserTargets } from '../../../platform/push-subscriptions/access.ts';
import { doForgetSubscription } from '../../../platform/push-subscriptions/actions.ts';
import type { Services } from '../../../platform/services.ts';
import { withKnownSenders } from '../../messages/known-senders.ts';
import { loadMessages } from '../../messages/message-loader.ts';
import { type PushTarget, pushTargets } from '../../push-devices/access.ts';
import { doForgetDeviceToken, doRemoveToken } from '../../push-devices/actions.ts';
import { truncate } from '../../reading/content.ts';
import { unreadAmong } from '../../reading/visible-among.ts';
import { realmOf } from '../../realms/access.ts';
import { settingsOf } from '../../user-settings/access.ts';
import { findUserById, loadPersonId } from '../../users/access.ts';
import { ownAvatarUrl } from '../../users/avatar.ts';
import { loadNewestPushed } from '../queries.ts';
import type { PushNotice } from './notice.ts';
import { PUSH_QUEUE, type PushJob } from './push-queue.ts';
import { sendToBrowser, sendToDevice } from './send-to-device.ts';

/** The services take 4096 bytes; names and the rest want some of them, and characters have up to four. */
const MAX_TEXT = 500;
/** Messages that browsers are told they may go on showing. */
const MAX_SHOWN = 50;
/** Services that ask to be left alone, or do not answer, are asked again after so long. */
const PAUSES_MS = [3_000, 15_000, 60_000, 600_000, 1_800_000];

/**
 * Sends a notification to a person's devices, or removes it. The services promise no "once": a device that got it right
 * before this process died gets it again.
 */
export const deliverPush = defineJob<PushJob>({
  queue: PUSH_QUEUE,
  expireInSeconds: 120,
  retryLimit: 3,
  retryDelay: 10,
  concurrency: 8,
  turns: {},
  async handle(services, job, signal) {
    const { organizationId, only } = job;
    await services.state.confirm(organizationId);
    const notice = await noticeOf(services, job);
    if (!notice) return;
    const { settings } = await realmOf(services.state.of(organizationId));
    const targets = await targetsOf(services, job);
    const hidesContent = settings.require_e2ee_push_notifications;
    const again: string[] = [];
    const push = async (target: Target) => {
      const device = digestOf(target);
      if (only && !only.includes(device)) return;
      const result =
        target.kind === 'browser'
          ? await sendToBrowser(services, target, notice, signal)
          : await sendToDevice(services, target, notice, { hidesContent, signal });
      if (result?.state === 'gone') await forget(services, job, target);
      if (result?.state === 'again') again.push(device);
      if (result?.state === 'again' || result?.state === 'failed')
        services.log.info({ organizationId, device, reason: result.detail }, 'a push was rejected');
    };
    // All at once: a service that does not answer holds up none but its own.
    await Promise.all(targets.map(push));
    if (again.length > 0) await tryAgain(services, job, again);
  },
});

/** The notification for the devices; undefined when it is no longer due. */
async function noticeOf(services: Services, job: PushJob): Promise<PushNotice | undefined> {
  const { state, database, clock } = services;
  const { organizationId, userId, messageIds } = job;
  const facts = state.of(organizationId);
  const user = await findUserById(facts, userId);
  if (!user?.isActive) return undefined;
  const realm = await realmOf(facts);
  const account = { realmUrl: await organizationUrl(services, organizationId), realmName: realm.name, userId };
  if (job.kind === 'remove') return { kind: 'remove', account, messageIds };
  const reader = { organizationId, userId };
  const from = database.reader.of(organizationId);
  const [unread] = await unreadAmong(from, facts, reader, messageIds);
  const loaded = await loadMessages(from, facts, messageIds);
  const [message] = await withKnownSenders(facts, { ...reader, role: user.role }, loaded);
  if (!unread || !message) return undefined;
  const settings = settingsOf(user);
  // It may have waited for a service.
  if (isUndisturbed(settings, clock.now().getTime() / 1000)) return undefined;
  return {
    kind: 'message',
    account,
    message,
    isHiddenInBrowsers: message.channelId === null && !settings.pm_content_in_desktop_notifications,
    shownIds: await loadNewestPushed(from, userId, MAX_SHOWN),
    topic: message.topic || realm.emptyTopicDisplayName,
    text: truncate(unread.text, MAX_TEXT, '…'),
    avatarUrl: `${account.realmUrl}${ownAvatarUrl(message.sender)}`,
  };
}

/** A device, or a browser of the person in which they are signed in. */
type Target = PushTarget | (BrowserTarget & { kind: 'browser' });

async function targetsOf(services: Services, { organizationId, userId }: PushJob): Promise<Target[]> {
  const { database, secrets } = services;
  const devices = await pushTargets(database.reader.of(organizationId), secrets, userId);
  const subject = await loadPersonId(database.reader.of(organizationId), userId);
  if (subject === null) return devices;
  const browsers = await browserTargets(services, organizationId, [{ kind: 'session', subject }]);
  return [...devices, ...browsers.map((browser) => ({ ...browser, kind: 'browser' as const }))];
}

/** Names a device in jobs and in the log, where its token is not to stand. */
function digestOf(target: Target): string {
  const token = target.kind === 'browser' ? target.endpointHash.toString('hex') : target.token;
  return createHash('sha256').update(`${target.kind} ${token}`).digest('base64url').slice(0, 16);
}

async function forget({ database }: Services, job: PushJob, target: Target): Promise<void> {
  const { organizationId, userId } = job;
  await database.transaction(
    async (tx) => {
      if (target.kind === 'browser') await doForgetSubscription(tx, target);
      else if (target.encrypted) await doForgetDeviceToken(tx, userId, target.encrypted.deviceId);
      else await doRemoveToken(tx, userId, target.kind, target.token);
    },
    { organizationId },
  );
}

async function tryAgain({ database, clock }: Services, job: PushJob, only: string[]): Promise<void> {
  const { attempt = 1 } = job;
  const pause = PAUSES_MS[attempt - 1];
  if (pause === undefined) return;
  const data: PushJob = { ...job, only, attempt: attempt + 1 };
  const startAfter = new Date(clock.now().getTime() + pause);
  await database.transaction(async (tx) => tx.enqueue({ queue: PUSH_QUEUE, data, startAfter }));
}
