import { createHash } from 'node:crypto';
import { createCredential, labelOfCredential } from '../credentials/credentials.ts';
import type { Tx } from '../db/tx.ts';
import { randomText } from '../ids.ts';
import { insertPlannedWrite, insertScope, takePlannedWrite, trimPlannedWrites } from './queries.ts';
import type { KeyScope } from './scope.ts';

/** Makes a person's key for an assistant. The key itself is seen here only. */
export async function doMakeAssistantKey(
  tx: Tx,
  { label, personId, ...scope }: Omit<KeyScope, 'credentialId'> & { label: string },
): Promise<{ id: string; key: string }> {
  const { organizationId } = tx;
  const made = await createCredential(tx, { organizationId, kind: 'assistant', subject: personId, label });
  await insertScope(tx, { ...scope, credentialId: made.id });
  return made;
}

/** Time in which a write that was shown can be confirmed, and how many of a key can wait at a time. */
export const CONFIRM_MINUTES = 10;
const MAX_PLANNED = 20;

/** A call of an operation that a confirmation makes. */
export interface PlannedCall {
  /** `POST /api/v1/messages` */
  operation: string;
  given: Readonly<Record<string, unknown>>;
  /** Object of the write, for the audit log. */
  target: string;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Keeps a write until it is confirmed. @returns the token that does it */
export async function doPlanWrite(
  tx: Tx,
  credentialId: string,
  { tool, call }: { tool: string; call: PlannedCall },
): Promise<string> {
  await trimPlannedWrites(tx, credentialId, MAX_PLANNED - 1);
  const token = randomText(32);
  const expiresAt = new Date(tx.now.getTime() + CONFIRM_MINUTES * 60_000);
  await insertPlannedWrite(tx, { tokenHash: hashOf(token), credentialId, tool, call, expiresAt });
  return token;
}

/**
 * Takes out the write that a token stands for, and notes in the audit log that it was confirmed: whether the operation then
 * makes it is not known yet. Of two at once, one gets it.
 * @returns undefined for a token that was used, has expired, or is of another key
 */
export async function doTakeWrite(
  tx: Tx,
  credentialId: string,
  token: string,
): Promise<{ tool: string; call: PlannedCall } | undefined> {
  const taken = await takePlannedWrite(tx, { tokenHash: hashOf(token), credentialId });
  if (!taken) return undefined;
  const { organizationId } = tx;
  const { tool } = taken;
  const call = taken.call as PlannedCall;
  const name = await labelOfCredential(tx, organizationId, credentialId);
  tx.audit({
    organizationId,
    action: 'key.confirmed',
    object: { kind: 'key', id: credentialId, name },
    details: { tool: { to: tool }, target: { to: call.target } },
  });
  return { tool, call };
}
