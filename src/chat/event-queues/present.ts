import type { AppendedEvent } from '../../platform/events/log.ts';
import { addMember, closeObject, type JsonObjectText, openObject } from '../../platform/http/json-object-text.ts';
import type { Services } from '../../platform/services.ts';
import type { Role } from '../http/caller.ts';
import { presentMessage } from '../messages/present.ts';
import { presentContext } from '../messages/present-context.ts';
import { type FlagName, flagBitsFor, flagNames, mentionBitsAtSend } from '../reading/flags.ts';
import type { MessageSent } from '../reading/message.ts';
import { knowsLegacyNamesOnly, messageVariant } from '../reading/message-variant.ts';
import { isReceivedBy, isUnreadBy, onlooker, participant } from '../reading/standing.ts';
import { realmOf } from '../realms/access.ts';
import { groupIdsOfUser } from '../user-groups/access.ts';
import { mutedTopicsOf } from '../user-topics/access.ts';
import { findUserById } from '../users/access.ts';
import { isKnown } from '../users/known-people.ts';
import { channelEventFor, knowsArchivedChannels } from './archival-events.ts';
import {
  isOfKnowing,
  type KnowingListener,
  namesUnknown,
  partsOfUnknown,
  presentKnowing,
} from './known-people-events.ts';
import { settingsEventsFor } from './legacy-settings-events.ts';
import { audienceOf, type Listener, receivesChannel } from './listener.ts';
import type { EventQueue } from './queue.ts';
import { flagsOfReader } from './reader-flags.ts';
import { nameEmptyTopics } from './topic-names.ts';
import { groupEventFor, knowsDeactivatedGroups } from './user-group-events.ts';
import { eventWireId, MAX_WIRE_IDS_PER_EVENT } from './wire-ids.ts';

/** An event's JSON per variant, for as long as the event is in memory: 500 readers of a variant share one text. */
const texts = new WeakMap<AppendedEvent, Map<string, JsonObjectText>>();

function textOnce(event: AppendedEvent, variant: string, make: () => JsonObjectText): JsonObjectText {
  let known = texts.get(event);
  if (!known) {
    known = new Map();
    texts.set(event, known);
  }
  let text = known.get(variant);
  if (text === undefined) {
    text = make();
    known.set(variant, text);
  }
  return text;
}

const noGroups: ReadonlySet<number> = new Set();

/** The flags with which a person receives a message. */
export async function flagsOf(services: Services, event: AppendedEvent, listener: Listener): Promise<FlagName[]> {
  const sent = event.payload as MessageSent;
  const { message } = sent;
  const groupIds =
    message.mentionedGroupIds.length > 0
      ? await groupIdsOfUser(services.state.of(event.organizationId), listener.userId)
      : noGroups;
  const mentions = mentionBitsAtSend(sent, { userId: listener.userId, groupIds });
  const came = message.channelId === null || receivesChannel(listener, message.channelId, event.id);
  const standing = came ? participant : onlooker;
  const ofReader = { id: message.id, isOwn: message.sender.id === listener.userId, readBySender: message.readBySender };
  const read = !isUnreadBy(standing, ofReader, sent.mutedByUserIds?.includes(listener.userId) ?? false);
  return flagNames(flagBitsFor(isReceivedBy(standing, ofReader), 0, mentions), read);
}

/** Events that a client gets for one of the log: usually one. */
export interface Presented {
  /** Wire ID of the last of them: whoever has that has all of them. */
  id: number;
  /** JSON objects. */
  texts: readonly string[];
  /** Says nothing but how far the log was looked at. */
  isHeartbeat?: true;
}

/** Events as the queue's client gets them. */
export async function presentEvents(
  services: Services,
  queue: EventQueue,
  { listener, known }: KnowingListener,
  events: readonly AppendedEvent[],
): Promise<Presented[]> {
  const presented: Presented[] = [];
  for (const event of events) {
    const id = eventWireId(queue.base, event.id);
    const texts = await presentEvent(services, queue, { listener, known }, event, id);
    // Events beyond the last number for one event share it.
    if (texts.length > 0) presented.push({ id: id + lastPart(event, texts.length), texts });
  }
  return presented;
}

function lastPart({ kind }: AppendedEvent, count: number): number {
  return (kind === 'delete_message' ? Math.min(count, MAX_WIRE_IDS_PER_EVENT) : count) - 1;
}

/** @param id wire ID of the first that it becomes */
async function presentEvent(
  services: Services,
  queue: EventQueue,
  { listener, known }: KnowingListener,
  event: AppendedEvent,
  id: number,
): Promise<string[]> {
  switch (event.kind) {
    case 'message':
      return [await presentMessageEvent(services, queue, { listener, known }, event, id)];
    case 'delete_message':
      return presentDeletion(services, queue, event, id);
    case 'update_message':
      return [await presentMessageUpdate(services, queue, listener, event, id)];
    case 'muted_topics':
      return [await presentMutedTopics(services, queue, listener, id)];
    case 'subscription':
      return [await presentSubscriptionEvent(services, queue, event, id)];
    case 'user_settings':
      return (await presentSettings(services, queue, event)).map(numbered(id));
    default:
      if (isOfKnowing(event))
        return (await presentKnowing(services, queue, { listener, known }, event)).map(numbered(id));
      return [endWithId(await presentOther(services, queue, event, { withoutNames: namesUnknown(event, known) }), id)];
  }
}

async function presentMessageEvent(
  services: Services,
  queue: EventQueue,
  { listener, known }: KnowingListener,
  event: AppendedEvent,
  id: number,
): Promise<string> {
  const { message, local } = event.payload as MessageSent;
  const realm = await realmOf(services.state.of(queue.organizationId));
  const { client, applyMarkdown, clientGravatar, capabilities } = queue.options;
  const hidesSender = !isKnown(known, message.sender.id);
  const options = { applyMarkdown, clientGravatar, emptyTopicName: capabilities.empty_topic_name ?? false };
  const variant = { ...messageVariant(client, listener.role as Role, realm, options), hidesSender };
  const context = await presentContext(services, services.state.of(queue.organizationId));
  const key = `${Object.values(variant).join()} ${context.emptyTopicDisplayName}`;
  const text = textOnce(event, key, () =>
    openObject(`{"type":"message","message":${presentMessage(message, variant, context)}}`),
  );
  const flags = await flagsOf(services, event, listener);
  const flagged = addMember(text, 'flags', JSON.stringify(flags));
  // The sender's own mark is for the queue that they named.
  const isSendersQueue = local?.queueId === queue.id && message.sender.id === queue.userId;
  return endWithId(
    isSendersQueue ? addMember(flagged, 'local_message_id', JSON.stringify(local.localId)) : flagged,
    id,
  );
}

/** One of several events that a client gets for one of the log. */
function numbered(first: number): (event: object, index: number) => string {
  return (event, index) => JSON.stringify({ ...event, id: first + index });
}

function endWithId(text: JsonObjectText, id: number): string {
  return closeObject(addMember(text, 'id', id));
}

/**
 * The change of messages, with the reader's own flags. Those are as they are when it is first presented: what changes
 * them later has an event of its own, which follows.
 */
async function presentMessageUpdate(
  services: Services,
  queue: EventQueue,
  listener: Listener,
  event: AppendedEvent,
  id: number,
): Promise<string> {
  const { stream_id, new_stream_id } = event.payload as { stream_id?: number; new_stream_id?: number };
  // People who receive it through the new channel alone may not know the name of the old one.
  const isNewcomer = new_stream_id !== undefined && !receivesChannel(listener, stream_id!, event.id);
  const flags = await flagsOfReader(services, event, queue.userId);
  const text = await presentOther(services, queue, event, { withoutChannelName: isNewcomer });
  return endWithId(addMember(text, 'flags', JSON.stringify(flags)), id);
}

/** People who left together receive each other's IDs, not their own. */
async function presentSubscriptionEvent(
  services: Services,
  queue: EventQueue,
  event: AppendedEvent,
  id: number,
): Promise<string> {
  if (!audienceOf(event).joinedOrLeft.has(queue.userId))
    return endWithId(await presentOther(services, queue, event), id);
  const payload = event.payload as { user_ids: readonly number[] };
  return JSON.stringify({ ...payload, user_ids: payload.user_ids.filter((userId) => userId !== queue.userId), id });
}

/** client: without the capability `bulk_message_deletion`, each message's deletion is an event. */
async function presentDeletion(
  services: Services,
  queue: EventQueue,
  event: AppendedEvent,
  id: number,
): Promise<string[]> {
  if (queue.options.capabilities.bulk_message_deletion)
    return [endWithId(await presentOther(services, queue, event), id)];
  const { message_ids, ...rest } = nameEmptyTopics(event, await emptyTopicName(services, queue)) as {
    message_ids: number[];
  };
  return message_ids.map((message_id, n) =>
    JSON.stringify({ ...rest, message_id, id: id + Math.min(n, MAX_WIRE_IDS_PER_EVENT - 1) }),
  );
}

/** The whole list, as it is now: what changed it later has an event of its own, which gives the same again. */
async function presentMutedTopics(
  { database, state }: Services,
  { organizationId, options }: EventQueue,
  { userId, role }: Listener,
  id: number,
): Promise<string> {
  const person = { organizationId, userId, role: role as Role };
  const knowsEmptyTopics = options.capabilities.empty_topic_name ?? false;
  const muted_topics = await mutedTopicsOf(
    database.reader.of(person.organizationId),
    state.of(person.organizationId),
    person,
    knowsEmptyTopics,
  );
  return JSON.stringify({ type: 'muted_topics', muted_topics, id });
}

/** The change of a setting, also in the forms that older clients know. */
async function presentSettings(services: Services, queue: EventQueue, { payload }: AppendedEvent): Promise<object[]> {
  const person = await findUserById(services.state.of(queue.organizationId), queue.userId);
  return settingsEventsFor(queue, payload as object, person?.email ?? '');
}

/** Undefined: the client knows that a topic can be empty. */
async function emptyTopicName(services: Services, queue: EventQueue): Promise<string | undefined> {
  if (queue.options.capabilities.empty_topic_name) return undefined;
  return (await realmOf(services.state.of(queue.organizationId))).emptyTopicDisplayName;
}

/** The event's open text: what differs by reader, and the ID, follow. */
async function presentOther(
  services: Services,
  queue: EventQueue,
  event: AppendedEvent,
  { withoutChannelName = false, withoutNames = false } = {},
): Promise<JsonObjectText> {
  const { reaction_type } = event.payload as { reaction_type?: string };
  // client: names that start with "zulip" know only `zulip_extra_emoji`.
  const legacy = reaction_type === 'service_extra_emoji' && knowsLegacyNamesOnly(queue.options.client);
  const topicName = await emptyTopicName(services, queue);
  const knowsDeactivated = event.kind === 'user_group' && knowsDeactivatedGroups(queue);
  const knowsArchived = event.kind === 'stream' && knowsArchivedChannels(queue);
  const computesPicture = event.kind === 'realm_user' && queue.options.clientGravatar;
  const variant = `${legacy} ${withoutChannelName} ${withoutNames} ${knowsDeactivated} ${knowsArchived} ${computesPicture} ${topicName ?? ''}`;
  return textOnce(event, variant, () => {
    if (event.kind === 'user_group')
      return openObject(JSON.stringify(groupEventFor(event.payload as object, knowsDeactivated)));
    if (event.kind === 'stream')
      return openObject(JSON.stringify(channelEventFor(event.payload as object, knowsArchived)));
    // Fields for notifiers, and the event's kind, are not for clients.
    const { named_anew: _, archives: __, ofArchived: ___, ...payload } = nameEmptyTopics(event, topicName);
    if (computesPicture) Object.assign(payload, withComputedPicture(payload));
    if (legacy) payload.reaction_type = 'zulip_extra_emoji';
    if (withoutChannelName) delete payload.stream_name;
    if (withoutNames) Object.assign(payload, partsOfUnknown(services, event));
    return openObject(JSON.stringify(payload));
  });
}

/** A new account has no picture of its own: clients that may see its address compute one (`avatarUrl`). */
function withComputedPicture(payload: object): object {
  const { op, person } = payload as { op?: string; person?: { delivery_email?: string | null } };
  return op === 'add' && person?.delivery_email ? { person: { ...person, avatar_url: null } } : {};
}
