import type { PlainTx } from '../db/tx.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Services } from '../services.ts';
import { OUTBOUND_QUEUE } from './outbox.ts';
import { providersOf } from './providers.ts';
import { countSms, listOverdue, lockPending, type PendingMessageRow, saveProgress } from './queries.ts';
import type { SendResult } from './send-result.ts';
import { decideSending, nextAttempt } from './sending-rule.ts';
import { localDay } from './sms/quiet-hours.ts';
import { countSegments } from './sms/segments.ts';

/** A message that is due for so long has lost its job. */
const LOST_MS = 5 * 60_000;
const MAX_LOST = 1000;

/** A message that this process is to send now, and from which number. */
interface Attempt {
  message: PendingMessageRow;
  from: string;
}

/**
 * Sends one message of the outbox. It is `sending` by a commit before its provider is asked, so that an SMS whose
 * sender died in between is never sent a second time.
 */
export const deliverOutbound = defineJob<{ organizationId: string; id: number }>({
  queue: OUTBOUND_QUEUE,
  expireInSeconds: 120,
  retryLimit: 5,
  retryDelay: 5,
  concurrency: 4,
  turns: {},
  async handle(services, { organizationId, id }, signal) {
    const { database } = services;
    const attempt = await database.transaction((tx) => doBeginAttempt(tx, services, organizationId, id));
    if (!attempt) return;
    const result = await send(services, attempt, signal);
    await database.transaction((tx) => doRecordResult(tx, services, attempt.message, result));
  },
});

/** Gives jobs to messages that lost theirs. */
export const maintainOutbox = defineJob({
  queue: 'outbound-tend',
  expireInSeconds: 120,
  retryLimit: 0,
  retryDelay: 0,
  concurrency: 1,
  cron: '* * * * *',
  async handle({ database }) {
    await database.transaction(async (tx) => {
      const lost = await listOverdue(tx, new Date(tx.now.getTime() - LOST_MS), MAX_LOST);
      for (const data of lost) tx.enqueue({ queue: OUTBOUND_QUEUE, data });
    });
  },
});

async function doBeginAttempt(
  tx: PlainTx,
  services: Services,
  organizationId: string,
  id: number,
): Promise<Attempt | undefined> {
  const { config, log } = services;
  const message = await lockPending(tx, organizationId, id, config.smsFrom ?? null);
  if (!message) return undefined;
  const decision = decideSending(message, tx.now);
  if (decision.do === 'wait') {
    await saveProgress(tx, message, { state: 'queued', detail: decision.why, dueAt: decision.until });
    tx.enqueue({ queue: OUTBOUND_QUEUE, data: { organizationId, id }, startAfter: decision.until });
    return undefined;
  }
  if (decision.do === 'end') {
    await saveProgress(tx, message, { state: decision.state, detail: decision.why });
    if (decision.state !== 'skipped')
      log.warn({ organizationId, outbox: id, state: decision.state, reason: decision.why }, 'a message was not sent');
    return undefined;
  }
  if (message.channel === 'email') {
    await saveProgress(tx, message, { state: 'sending', isAttempt: true });
    return { message, from: '' };
  }
  const segments = countSegments(textOf(services, message));
  const limit = Math.min(config.smsPerDay, message.dailyLimit ?? config.smsPerDay);
  const isCounted = message.attempts > 0;
  if (!isCounted && !(await countSms(tx, organizationId, localDay(tx.now, message.timezone), segments, limit))) {
    await saveProgress(tx, message, { state: 'failed', detail: `the limit of ${limit} SMS per day is reached` });
    log.warn({ organizationId, outbox: id, limit }, 'an SMS was not sent: the daily limit is reached');
    return undefined;
  }
  const from = message.number ?? config.smsFrom ?? '';
  await saveProgress(tx, message, { state: 'sending', segments, sender: from || null, isAttempt: true });
  return { message, from };
}

/** Returns the text to send: the PIN is only inserted now. */
function textOf({ secrets }: Services, { body, sealedPin }: PendingMessageRow): string {
  return sealedPin ? body.replaceAll('{pin}', secrets.open(sealedPin)) : body;
}

function send(services: Services, { message, from }: Attempt, signal: AbortSignal): Promise<SendResult> | SendResult {
  const { sms, email } = providersOf(services);
  const body = textOf(services, message);
  const { recipient: to, reference, thread, unsubscribeUrl, sealedReplyTo } = message;
  if (message.channel === 'email') {
    if (!email) return { state: 'stored' };
    const replyTo = sealedReplyTo && services.secrets.open(sealedReplyTo);
    return email.send({ to, subject: message.subject ?? '', body, reference, thread, unsubscribeUrl, replyTo });
  }
  if (!sms) return { state: 'stored' };
  if (!from) return { state: 'failed', detail: 'no sender number is set (SMS_FROM)' };
  return sms.send({ from, to, body, reference }, signal);
}

async function doRecordResult(
  tx: PlainTx,
  { config, log }: Services,
  message: PendingMessageRow,
  result: SendResult,
): Promise<void> {
  const { organizationId, id, channel } = message;
  const provider = channel === 'email' ? 'smtp' : config.smsProvider;
  if (result.state === 'sent' || result.state === 'stored') {
    await saveProgress(tx, message, { ...result, provider });
    return;
  }
  const { detail } = result;
  const next = result.state === 'again' && nextAttempt(message.attempts + 1, tx.now, message.expiresAt);
  if (next) {
    await saveProgress(tx, message, { state: 'queued', detail, dueAt: next });
    tx.enqueue({ queue: OUTBOUND_QUEUE, data: { organizationId, id }, startAfter: next });
    return;
  }
  const state = result.state === 'unknown' ? 'unknown' : 'failed';
  await saveProgress(tx, message, { state, detail, provider });
  log.warn({ organizationId, outbox: id, state, reason: detail }, 'a message was not sent');
}
