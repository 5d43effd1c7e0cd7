import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/tx.ts';
import { randomText } from '../../platform/ids.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';

/** How long an activation link holds. */
const ACTIVATION_DAYS = 14;

/** The secret of an activation link. Only its digest is stored; it is long and random, so a plain one is enough. */
export interface ActivationToken {
  token: string;
  hash: Buffer;
  expiresAt: Date;
}

export function newActivation(now: Date): ActivationToken {
  const token = randomText(32);
  return { token, hash: activationHash(token), expiresAt: new Date(now.getTime() + ACTIVATION_DAYS * 86_400_000) };
}

export function activationHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Sends the confirmation e-mail of a new administrator (spec: dispatch 4). */
export async function doSendConfirmation(
  tx: Tx,
  administrator: { organizationId: string; name: string; email: string },
  organizationName: string,
  link: string,
): Promise<void> {
  await doQueueOutbound(tx, {
    organizationId: administrator.organizationId,
    channel: 'email',
    recipient: administrator.email,
    subject: `Confirm your account at ${organizationName}`,
    body: [
      `Hello ${administrator.name},`,
      '',
      `you have been made an administrator of ${organizationName}. Confirm your account and choose a password here:`,
      '',
      link,
      '',
      `The link holds for ${ACTIVATION_DAYS} days.`,
    ].join('\n'),
  });
}
