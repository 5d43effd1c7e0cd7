import { Type } from 'typebox';
import type { FactSource } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
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
const flag = (description: string) => json(Type.Boolean({ description }));

export const registerQueue = chatOperation({
  method: 'POST',
  path: '/register',
  summary: 'Register an event queue, and get the state that its events change',
  access: anyUserOrSpectator,
  // State and cursor are read in one snapshot: no event is missed, none is in both.
  snapshot: true,
  params: {
    event_types: optional(json(described(EventTypes, 'Kinds of events that the queue receives. Absent or null: all.'))),
    fetch_event_types: optional(
      json(
        described(
          EventTypes,
          'Parts of the state to return, by the kind of event that changes them. Absent: as `event_types`.',
        ),
      ),
    ),
    apply_markdown: withDefault(flag('Whether the content of messages in events is HTML. `false`: Markdown.'), false),
    client_gravatar: withDefault(flag('Whether `avatar_url` may be null because the client computes Gravatars.'), true),
    slim_presence: withDefault(
      flag('Whether presences come by user ID, without repetition. `false`: the older form.'),
      false,
    ),
    presence_history_limit_days: optional(
      json(Type.Integer({ minimum: 0, maximum: 36_500, description: 'Days of past presence to return. Default: 14.' })),
    ),
    include_subscribers: withDefault(
      jsonOrText(
        Type.Union([Type.Boolean(), Type.Literal('partial')], {
          description: 'Whether channels have `subscribers`. `partial` means the same as `true`.',
        }),
      ),
      false,
    ),
    client_capabilities: withDefault(
      json(
        Type.Record(Type.String(), Type.Unknown(), {
          maxProperties: 100,
          description: 'What the client can handle, by name: `true` for each newer form that it reads.',
        }),
      ),
      {},
    ),
    all_public_streams: optional(flag('Whether the queue receives the messages of all public channels.')),
    narrow: withDefault(
      json(
        Type.Array(Type.Unknown(), {
          description: 'Filter for message events: a list of terms. Empty: all messages of the caller.',
        }),
      ),
      [],
    ),
    idle_queue_timeout: optional(
      alias(
        jsonOrText(
          Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), Type.Literal('mobile')], {
            description:
              'Seconds without a request after which the queue may be deleted, at most a week. `mobile`: a week.',
          }),
        ),
        'queue_lifespan_secs',
      ),
    ),
  },
  answer: {
    /** Null without an account: the state is given, events are not. */
    queue_id: Type.Union([Type.String(), Type.Null()], {
      description: 'ID of the queue for `GET /events`. Null without an account: then no events follow.',
    }),
    last_event_id: Type.Integer({ description: 'Value for `last_event_id` of the first `GET /events`.' }),
    zulip_version: Type.String({ description: 'Version of the API that the server follows.' }),
    zulip_feature_level: Type.Integer({ description: 'Feature level of the API that the server follows.' }),
    zulip_merge_base: Type.String({ description: 'Same as `zulip_version`.' }),
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
