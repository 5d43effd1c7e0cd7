import { Type } from 'typebox';
import type { FactSource } from '../../platform/events/facts.ts';
import { jsonTextOf } from '../../platform/http/json-text.ts';
import { randomText } from '../../platform/ids.ts';
import { defaultsOf } from '../bots/access.ts';
import { noDefaults } from '../bots/defaults.ts';
import { readPosition } from '../event-queues/access.ts';
import { doCreateQueue } from '../event-queues/actions.ts';
import { idleSecondsOf } from '../event-queues/idle.ts';
import type { EventQueue } from '../event-queues/queue.ts';
import { readQueueNarrow } from '../event-queues/queue-narrow.ts';
import { FIRST_LAST_EVENT_ID } from '../event-queues/wire-ids.ts';
import { anyUserOrSpectator, type ChatCaller, isSpectator, Role } from '../http/caller.ts';
import { noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { alias, json, jsonOrText, optional, withDefault } from '../http/params.ts';
import { versions } from '../settings/realm-settings.ts';
import { initialStates } from './all.ts';
import { fieldsOf, loadInitialState } from './initial-state.ts';
import { loadSpectatorState } from './spectator.ts';

/** client: zulip-js sends `null` for "all", and a text in quotes is met too. */
const EventTypes = Type.Union([
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }),
  Type.Null(),
  Type.Literal('null'),
]);
const stateFields = fieldsOf(initialStates);
const Flag = json(Type.Boolean());

export const registerQueue = chatOperation({
  method: 'POST',
  path: '/register',
  summary: 'Register an event queue, and get the state that its events change',
  access: anyUserOrSpectator,
  // State and cursor are read in one snapshot: no event is missed, none is in both.
  snapshot: true,
  params: {
    event_types: optional(json(EventTypes)),
    fetch_event_types: optional(json(EventTypes)),
    apply_markdown: withDefault(Flag, false),
    client_gravatar: withDefault(Flag, true),
    slim_presence: withDefault(Flag, false),
    presence_history_limit_days: optional(json(Type.Integer({ minimum: 0, maximum: 36_500 }))),
    include_subscribers: withDefault(jsonOrText(Type.Union([Type.Boolean(), Type.Literal('partial')])), false),
    client_capabilities: withDefault(json(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })), {}),
    all_public_streams: optional(Flag),
    narrow: withDefault(json(Type.Array(Type.Unknown())), []),
    idle_queue_timeout: optional(
      alias(
        jsonOrText(Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), Type.Literal('mobile')])),
        'queue_lifespan_secs',
      ),
    ),
  },
  answer: {
    /** Null without an account: the state is given, events are not. */
    queue_id: Type.Union([Type.String(), Type.Null()]),
    last_event_id: Type.Integer(),
    zulip_version: Type.String(),
    zulip_feature_level: Type.Integer(),
    zulip_merge_base: Type.String(),
    ...stateFields,
  },
  optionalAnswer: Object.keys(stateFields) as never[],
  errors: ['BAD_NARROW'],
  async write({ tx, services, caller, client }, given) {
    const { eventId, stateEventId, messageId } = await readPosition(tx);
    if (given.all_public_streams && caller.role === Role.guest) throw noRight('User not authorized for this query');
    const eventTypes = listOf(given.event_types);
    const facts = services.state.ofSnapshot(tx, stateEventId);
    const listening = await withBotDefaults(facts, caller, given);
    const queue: EventQueue = {
      organizationId: caller.organizationId,
      id: randomText(24),
      userId: caller.userId,
      base: eventId,
      options: {
        client,
        eventTypes: eventTypes ?? null,
        narrow: await readQueueNarrow({ facts, services, caller }, listening.narrow),
        allPublicStreams: listening.allPublicStreams,
        applyMarkdown: given.apply_markdown,
        clientGravatar: given.client_gravatar,
        slimPresence: given.slim_presence,
        includeSubscribers: given.include_subscribers,
        capabilities: Object.fromEntries(
          Object.entries(given.client_capabilities).map(([name, value]) => [name, value === true]),
        ),
      },
      idleSeconds: idleSecondsOf(services.config, given.idle_queue_timeout),
      createdAt: tx.now,
      polledAt: tx.now,
    };
    const { options } = queue;
    const presenceHistoryDays = given.presence_history_limit_days;
    const context = { reader: tx, facts, services, caller, options, messageId, now: tx.now, presenceHistoryDays };
    const types = listOf(given.fetch_event_types) ?? eventTypes;
    const isForTheWorld = isSpectator(caller);
    const state = isForTheWorld
      ? await loadSpectatorState(context, types)
      : await loadInitialState(initialStates, context, types);
    if (!isForTheWorld) await doCreateQueue(tx, services, queue);
    return jsonTextOf({
      queue_id: isForTheWorld ? null : queue.id,
      last_event_id: FIRST_LAST_EVENT_ID,
      zulip_version: versions.zulipVersion,
      zulip_feature_level: versions.zulipFeatureLevel,
      zulip_merge_base: versions.zulipMergeBase,
      ...state,
    });
  },
});

/** Returns the messages that a queue receives. A bot that names none listens to the channel set by its owner. */
async function withBotDefaults(
  facts: FactSource,
  { userId, role, isBot }: ChatCaller,
  given: { narrow: unknown[]; all_public_streams: boolean | undefined },
): Promise<{ narrow: unknown[]; allPublicStreams: boolean }> {
  const { eventsChannelId, allPublicChannels } = isBot ? await defaultsOf(facts, userId) : noDefaults;
  const isNarrowed = given.narrow.length > 0 || eventsChannelId === null;
  return {
    narrow: isNarrowed ? given.narrow : [['channel', eventsChannelId]],
    // Guests see the channels that somebody gives them.
    allPublicStreams: given.all_public_streams ?? (allPublicChannels && role !== Role.guest),
  };
}

/** Undefined: all types. */
function listOf(types: string[] | 'null' | null | undefined): string[] | undefined {
  return Array.isArray(types) ? types : undefined;
}
