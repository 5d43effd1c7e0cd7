import { IdempotentAnswers, type IdempotentRequest } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { freshFacts } from '../realms/facts.ts';
import { composeMessage, type Draft } from './compose.ts';
import type { Outgoing } from './outgoing.ts';
import { messageWriter, stale, writtenEvents } from './writer.ts';
import { messageByLocalId, writeMessages } from './writer-queries.ts';

/** Times that a message is judged by kept facts; when the state changes faster still, the log is held for it. */
const QUICK_ATTEMPTS = 3;

/**
 * Sends a message once: a retry with the same `queue_id` and `local_id`, or with the same `Idempotency-Key`, gets the
 * first one's ID, also when both arrive at once.
 * @throws {ChatError}
 */
export async function sendMessage(
  services: Services,
  caller: ChatCaller,
  draft: Draft,
  idempotent?: IdempotentRequest,
): Promise<number> {
  try {
    return await (idempotent ? sendHolding(services, caller, draft, idempotent) : sendQuickly(services, caller, draft));
  } catch (error) {
    // The first one may have been sent before what is refused now was forbidden, or at this very moment.
    if (draft.local && (error instanceof ChatError || isTakenMark(error))) {
      const earlier = await messageByLocalId(
        services.database.reader,
        caller.organizationId,
        caller.userId,
        draft.local,
      );
      if (earlier !== undefined) return earlier;
    }
    throw error;
  }
}

/** Judges by kept facts and shares the commit of whatever else is sent at this moment. */
async function sendQuickly(services: Services, caller: ChatCaller, draft: Draft): Promise<number> {
  const { organizationId } = caller;
  for (let attempt = 1; attempt <= QUICK_ATTEMPTS; attempt++) {
    const outgoing = await composeQuickly(services, caller, draft);
    const id = await messageWriter(services).write(outgoing);
    if (id !== stale) return id;
    await services.state.refresh(organizationId);
  }
  return sendHolding(services, caller, draft);
}

function composeQuickly(services: Services, caller: ChatCaller, draft: Draft): Promise<Outgoing> {
  const { state, database } = services;
  // Before the first fact is read: what changes after this moment makes the message stale.
  const asOf = state.asOf(caller.organizationId);
  return composeMessage({ services, facts: state, reader: database.reader, asOf }, caller, draft);
}

/** In a transaction of its own, which holds the log while it judges: nothing can change in between. */
async function sendHolding(
  services: Services,
  caller: ChatCaller,
  draft: Draft,
  idempotent?: IdempotentRequest,
): Promise<number> {
  const answers = new IdempotentAnswers(services.secrets);
  let events: ReturnType<typeof writtenEvents> = [];
  const id = await services.database.transaction(async (tx) => {
    events = [];
    if (idempotent) {
      const earlier = await answers.claim(tx, idempotent);
      if (earlier) return (JSON.parse(earlier.body) as { id: number }).id;
    }
    await tx.position(caller.organizationId);
    const judging = { services, facts: freshFacts(tx), reader: tx, asOf: Number.MAX_SAFE_INTEGER, tx };
    const outgoing = await composeMessage(judging, caller, draft);
    const rows = await tx.all(writeMessages([outgoing], judging.asOf, tx.now));
    events = writtenEvents([outgoing], rows, tx.now);
    const sent = rows[0]!.id;
    if (idempotent) await answers.store(tx, idempotent, { status: 200, body: JSON.stringify({ id: sent }) });
    return sent;
  });
  if (events.length > 0) services.database.committed({ events, jobs: [] });
  return id;
}

function isTakenMark(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'sent_local_ids_pkey';
}
