import type { PendingMessageRow } from './queries.ts';
import { quietUntil } from './sms/quiet-hours.ts';

/** Decision about a due message. */
export type SendingDecision =
  | { do: 'send' }
  | { do: 'wait'; until: Date; why: string }
  | { do: 'end'; state: 'skipped' | 'failed' | 'unknown'; why: string };

/** Decides about a message before its provider is asked. */
export function decideSending(message: PendingMessageRow, now: Date): SendingDecision {
  // The sender died before it recorded the answer. No SMS provider accepts a request to send only once.
  if (message.state === 'sending' && message.channel === 'sms')
    return { do: 'end', state: 'unknown', why: 'the server stopped while sending it' };
  if (message.expiresAt <= now) {
    return message.attempts > 0
      ? { do: 'end', state: 'failed', why: 'it could not be sent in time' }
      : { do: 'end', state: 'skipped', why: 'it expired' };
  }
  if (message.channel === 'email') return { do: 'send' };
  if (message.isOptedOut) return { do: 'end', state: 'skipped', why: 'the recipient has opted out' };
  const { quietFrom: from, quietTo: to } = message;
  if (message.ignoresQuietHours || from === null || to === null) return { do: 'send' };
  const until = quietUntil(now, { from, to }, message.timezone);
  if (!until) return { do: 'send' };
  return until < message.expiresAt
    ? { do: 'wait', until, why: 'quiet hours' }
    : { do: 'end', state: 'skipped', why: 'quiet hours' };
}

/** Pauses between attempts: the n-th follows the n-th attempt; after the last of them each is as long. */
const PAUSES_MS = [2_000, 15_000, 60_000, 300_000, 1_800_000];

/**
 * Returns the time of the next attempt for a message that was not accepted; undefined if it would have expired by then.
 */
export function nextAttempt(attempts: number, now: Date, expiresAt: Date): Date | undefined {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? PAUSES_MS[0]!;
  const next = new Date(now.getTime() + pause);
  return next < expiresAt ? next : undefined;
}
