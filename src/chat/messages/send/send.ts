import type { Tx } from '../../../platform/db/tx.ts';
import { type FactSource, uncachedFacts } from '../../../platform/events/facts.ts';
import type { IdempotentRequest } from '../../../platform/http/idempotency.ts';
import type { Services } from '../../../platform/services.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { ChatError } from '../../http/errors.ts';
import type { Authorized, ServeRequest } from '../../http/operation.ts';
import { doPreviewSites } from '../../site-previews/actions.ts';
import { startsTopic } from '../../topics/access.ts';
import { doReferToAttachments } from '../../uploads/actions.ts';
import { doSetPoliciesByMessage } from '../../user-topics/actions.ts';
import { maySetPolicies, type TopicMessage } from '../../user-topics/by-message.ts';
import { type Author, composeMessage, type MessageRequest } from './compose.ts';
import type { ComposedMessage } from './composed-message.ts';
import { markReadFor, messageByLocalId, writeMessages } from './queries.ts';
import { messageWriter, STALE_STATE, writtenEvents } from './writer.ts';

export { messageByLocalId } from './queries.ts';

/** Times that a message is checked by kept facts; when the state changes faster still, the log is held for it. */
const QUICK_ATTEMPTS = 3;

/** The answer to the sender's client. */
export interface Sent {
  id: number;
  /** The policy that sending gave the sender for the topic, where it was another one. */
  automatic_new_visibility_policy?: 2 | 3;
}

/**
 * Sends a message once: a retry with the same `queue_id` and `local_id`, or with the same `Idempotency-Key`, gets the
 * first one's ID, also when both arrive at once.
 * @throws {ChatError}
 */
export async function sendMessage(request: ServeRequest, draft: MessageRequest): Promise<Sent> {
  const { services, caller, idempotent } = request;
  try {
    return await (idempotent ? sendHolding(services, caller, draft, idempotent) : sendQuickly(request, draft));
  } catch (error) {
    // The first one may have been sent before what is refused now was forbidden, or at this very moment.
    if (draft.local && (error instanceof ChatError || isTakenMark(error))) {
      const earlier = await messageByLocalId(
        services.database.reader.of(caller.organizationId),
        caller.userId,
        draft.local,
      );
      if (earlier !== undefined) return { id: earlier };
    }
    throw error;
  }
}

/** Checks by kept facts and shares the commit of whatever else is sent at this moment. */
async function sendQuickly({ services, reauthorize, ...request }: ServeRequest, draft: MessageRequest): Promise<Sent> {
  const { state, database } = services;
  let { caller, stateVersion }: Authorized = request;
  for (let attempt = 1; attempt <= QUICK_ATTEMPTS; attempt++) {
    // A change after the sender's authorization makes the message stale.
    const { organizationId } = caller;
    const facts = state.of(organizationId);
    const context = { services, facts, reader: database.reader.of(organizationId), asOf: stateVersion };
    const outgoing = await composeMessage(context, caller, draft);
    const isAlone = await writesNothingElse(services, caller, outgoing);
    const id = isAlone ? await messageWriter(services).write(outgoing) : STALE_STATE;
    if (id !== STALE_STATE) return { id };
    ({ caller, stateVersion } = await reauthorize());
    if (!isAlone) break;
  }
  return sendHolding(services, caller, draft);
}

/** Whether sending a message writes nothing beside it: many such share a statement. By kept facts. */
export async function writesNothingElse(
  services: Services,
  author: Author,
  outgoing: ComposedMessage,
): Promise<boolean> {
  const { attachmentIds, rendered, mutedByUserIds } = outgoing;
  if (attachmentIds.length > 0 || rendered.sites.length > 0 || mutedByUserIds.length > 0) return false;
  const inTopic = topicMessage(outgoing);
  if (!inTopic) return true;
  const { database, state } = services;
  return !(await maySetPolicies(services, inTopic, () =>
    startsTopic(database.reader.of(author.organizationId), state.of(author.organizationId), author, inTopic),
  ));
}

/** In a transaction of its own, which holds the log while it checks: nothing can change in between. */
function sendHolding(
  services: Services,
  caller: ChatCaller,
  draft: MessageRequest,
  idempotent?: IdempotentRequest,
): Promise<Sent> {
  const { answers } = services;
  return services.database.transaction(
    async (tx) => {
      if (idempotent) {
        const earlier = await answers.claim(tx, idempotent);
        if (earlier) return JSON.parse(earlier.body) as Sent;
      }
      const answer = await doSendMessage(tx, services, uncachedFacts(tx), caller, draft);
      if (idempotent) await answers.store(tx, idempotent, { status: 200, body: JSON.stringify(answer) });
      return answer;
    },
    { organizationId: caller.organizationId, takesLog: true },
  );
}

/**
 * Sends a message with a transaction, which holds the log from here on. What the transaction emitted before comes before
 * the message.
 * @param facts as the transaction sees them once it holds the log
 * @throws {ChatError}
 */
export async function doSendMessage(
  tx: Tx,
  services: Services,
  facts: FactSource,
  author: Author,
  draft: MessageRequest,
): Promise<Sent> {
  await tx.position();
  const context = { services, facts, reader: tx, asOf: Number.MAX_SAFE_INTEGER, tx };
  return doSendComposed(tx, facts, author, await composeMessage(context, author, draft));
}

/** Sends a message that was composed while the transaction held the log. */
export async function doSendComposed(
  tx: Tx,
  facts: FactSource,
  author: Author,
  outgoing: ComposedMessage,
): Promise<Sent> {
  await tx.appendEmitted();
  // Before the message: a client decides by them how to notify.
  const ofSender = await setPolicies(tx, facts, author, outgoing);
  const id = (await writeHolding(tx, [outgoing]))[0]!;
  await doReferToAttachments(tx, id, outgoing.attachmentIds);
  doPreviewSites(tx, id, outgoing.rendered.sites);
  if (outgoing.mutedByUserIds.length > 0) await markReadFor(tx, id, outgoing.mutedByUserIds);
  return { id, ...ofSender };
}

/** Writes composed messages with a transaction that holds the log; gives their IDs. */
export async function writeHolding(tx: Tx, messages: readonly ComposedMessage[]): Promise<number[]> {
  const rows = await tx.all(writeMessages(messages, Number.MAX_SAFE_INTEGER, tx.now));
  tx.appended(writtenEvents(messages, rows, tx.now));
  return rows.map(({ id }) => id);
}

/** Returns the facts of a channel message for people's topic policies; undefined for a direct message. */
function topicMessage({ organizationId, message }: ComposedMessage): TopicMessage | undefined {
  const { channelId, topic, sender, mentionedUserIds } = message;
  // Bots follow nothing: what one says of itself asks nothing more.
  if (sender.isBot && mentionedUserIds.length === 0) return undefined;
  return channelId === null ? undefined : { organizationId, channelId, topic, senderId: sender.id, mentionedUserIds };
}

async function setPolicies(
  tx: Tx,
  facts: FactSource,
  author: Author,
  outgoing: ComposedMessage,
): Promise<Pick<Sent, 'automatic_new_visibility_policy'>> {
  const inTopic = topicMessage(outgoing);
  if (!inTopic) return {};
  const { events, changes } = await doSetPoliciesByMessage(tx, inTopic, () => startsTopic(tx, facts, author, inTopic));
  tx.appended(events);
  const own = changes.find(({ userId }) => userId === author.userId);
  return own ? { automatic_new_visibility_policy: own.policy as 2 | 3 } : {};
}

function isTakenMark(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'sent_local_ids_pkey';
}
