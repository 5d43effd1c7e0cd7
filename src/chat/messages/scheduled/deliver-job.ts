import type { Tx } from '../../../platform/db/tx.ts';
import { type FactSource, uncachedFacts } from '../../../platform/events/facts.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { ChatError } from '../../http/errors.ts';
import { doSendNotice } from '../../notification-bot/actions.ts';
import { noticeTexts } from '../../notification-bot/texts.ts';
import { realmOf } from '../../realms/access.ts';
import { findCaller } from '../../users/access.ts';
import { doSendMessage } from '../send/send.ts';
import { DELIVERY_QUEUE, doDeleteScheduledMessage, doUpdateScheduledMessage } from './actions.ts';
import { lockDueMessages, organizationsWithDueMessages } from './queries.ts';
import type { ScheduledMessage } from './scheduled-message.ts';

/** Messages of one transaction: it holds the organization's log, for which everybody waits who sends meanwhile. */
const BATCH = 20;
/** Organizations of one look; the next look finds the others. */
const MAX_ORGANIZATIONS = 1000;

/**
 * Sends what is due. A message is sent and taken from the waiting ones in one transaction, and whoever sends it holds
 * its row: so it goes out once, whichever processes run and whenever one of them dies.
 */
export async function deliverScheduledMessages(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services;
  for (;;) {
    const organizations = await organizationsWithDueMessages(database.reader, clock.now(), MAX_ORGANIZATIONS);
    let sent = 0;
    for (const organizationId of organizations) {
      while (!signal?.aborted) {
        const count = await deliverBatch(services, organizationId);
        sent += count;
        if (count === 0) break;
      }
    }
    // What is left is in another process's hands.
    if (sent === 0 || signal?.aborted) return;
  }
}

async function deliverBatch(services: Services, organizationId: string): Promise<number> {
  try {
    return await services.database.transaction((tx) => deliverNext(tx, services, organizationId, BATCH));
  } catch (error) {
    if (!spoilsOthers(error)) throw error;
    // One of them cannot be written: each by itself, and that one is said to have failed.
    return services.database
      .transaction(async (tx) => deliverNext(tx, services, organizationId, 1))
      .catch((again) => {
        if (!spoilsOthers(again)) throw again;
        services.log.error({ err: again, organizationId }, 'a scheduled message cannot be sent');
        return services.database.transaction(async (tx) => {
          const [message] = await lockDueMessages(tx, organizationId, tx.now, 1);
          if (message) await doFail(tx, services, uncachedFacts(tx), organizationId, message, 'Internal server error');
          return message ? 1 : 0;
        });
      });
  }
}

/** Whether an error is the message's own, and would come again: not of the connection, nor of the moment. */
function spoilsOthers(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof TypeError || error instanceof RangeError || (typeof code === 'string' && /^2[23]/.test(code));
}

async function deliverNext(tx: Tx, services: Services, organizationId: string, limit: number): Promise<number> {
  const due = await lockDueMessages(tx, organizationId, tx.now, limit);
  if (due.length === 0) return 0;
  await tx.position(organizationId);
  // The log is held: nothing that they are judged by changes any more.
  const facts = uncachedFacts(tx);
  for (const message of due) {
    try {
      await doSend(tx, services, facts, organizationId, message);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      await doFail(tx, services, facts, organizationId, message, error.message);
    }
  }
  return due.length;
}

async function doSend(
  tx: Tx,
  services: Services,
  facts: FactSource,
  organizationId: string,
  message: ScheduledMessage,
): Promise<void> {
  const sender = await findCaller(facts, organizationId, message.senderId);
  if (!sender?.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
  await doSendMessage(tx, services, facts, sender, {
    ...(message.channelId === null
      ? { type: 'direct', to: message.userIds }
      : { type: 'channel', to: message.channelId }),
    topic: message.topic,
    content: message.content,
    readBySender: message.readBySender ?? undefined,
    client: message.client,
    local: null,
  });
  await doDeleteScheduledMessage(tx, organizationId, message);
}

/** Keeps the message with the reason, and tells the author. */
async function doFail(
  tx: Tx,
  services: Services,
  facts: FactSource,
  organizationId: string,
  message: ScheduledMessage,
  reason: string,
): Promise<void> {
  await doUpdateScheduledMessage(tx, organizationId, { ...message, failure: reason });
  const sender = await findCaller(facts, organizationId, message.senderId);
  if (!sender?.isActive) return;
  const { language } = await realmOf(facts, organizationId);
  const time = `<time:${message.deliverAt.toISOString()}>`;
  await doSendNotice(
    tx,
    services,
    organizationId,
    { userId: message.senderId },
    noticeTexts(language).scheduledFailed(time, reason),
  );
}

export const scheduledMessageDelivery = defineJob({
  queue: DELIVERY_QUEUE,
  // For what fell due while the server was down, or in the hands of a process that died.
  cron: '* * * * *',
  expireInSeconds: 600,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 1,
  handle: (services, _data, signal) => deliverScheduledMessages(services, signal),
});
