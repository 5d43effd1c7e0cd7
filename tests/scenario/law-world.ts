import assert from 'node:assert/strict';
import { apply } from '../../web/store/chat/apply/index.ts';
import { differences } from '../../web/store/chat/law.ts';
import { registeredState } from '../../web/store/chat/register.ts';
import type { ChatEvent, ChatState } from '../../web/store/chat/state.ts';
import type { Message, RegisterQueueAnswer } from '../../web/store/wire/chat.ts';
import { type Answer, ChatClient } from '../harness/clients.ts';
import { missingInEvent } from './mobile-fields.ts';
import { missingInRegistration } from './mobile-registration.ts';

/*
 * An organization in which random things happen, and clients that listen. What is refused changes nothing; what is
 * allowed is for other tests to judge.
 */

export interface Actor {
  id: number;
  name: string;
  email: string;
  key: string;
  isActive: boolean;
  /** Queues end when a change of role shows or hides addresses of others. */
  mayLoseQueues?: boolean;
}

/** World of a history, as known from the API's answers. */
export class LawWorld {
  readonly actors: Actor[];
  readonly channels: { id: number; name: string }[] = [];
  readonly messages: number[] = [];
  readonly groups: number[] = [];
  /** Addresses of what was uploaded. */
  readonly uploads: string[] = [];
  /** Kinds of events that somebody has heard, each with its `op`. */
  readonly received = new Set<string>();
  /** IDs of what people keep for themselves, by kind. */
  readonly retained: Record<string, number[]> = {};
  /** Addresses of the processes. */
  sites: string[];
  /** Gives a person that came back a new key. */
  readonly newKey: (actor: Actor) => Promise<string>;
  made = 0;

  constructor(sites: string[], actors: Actor[], newKey: (actor: Actor) => Promise<string>) {
    this.sites = sites;
    this.actors = actors;
    this.newKey = newKey;
  }

  client(actor: Actor, process = 0): ChatClient {
    const site = this.sites[process % this.sites.length]!;
    return new ChatClient({ site, email: actor.email, api_key: actor.key });
  }
}

const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'include_deactivated_groups',
  'empty_topic_name',
  'user_list_incomplete',
  'archived_channels',
];

/** Two kinds of clients: one that knows everything, and one of the older sort. */
export const CLIENT_KINDS = {
  new: {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    include_subscribers: true,
    client_capabilities: Object.fromEntries(CAPABILITIES.map((name) => [name, true])),
  },
  old: {
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: true,
    event_types: [
      ...['message', 'update_message', 'delete_message', 'reaction', 'submessage', 'subscription', 'stream'],
      ...['update_message_flags', 'user_settings', 'realm_emoji', 'realm_user', 'realm', 'muted_topics', 'user_group'],
      'custom_profile_fields',
    ],
    fetch_event_types: [
      ...['realm', 'subscription', 'stream', 'message', 'starred_messages', 'update_message_flags', 'muted_topics'],
      ...['realm_user', 'user_settings', 'realm_emoji', 'realm_user_groups'],
      'custom_profile_fields',
    ],
  },
};
export type ClientKind = keyof typeof CLIENT_KINDS;

/** A client that registered once and applies every event. */
export class LawReader {
  readonly actor: Actor;
  readonly kind: ClientKind;
  state: ChatState;
  #queueId: string;

  private constructor(actor: Actor, kind: ClientKind, answer: RegisterQueueAnswer) {
    this.actor = actor;
    this.kind = kind;
    this.state = registeredState(answer);
    this.#queueId = answer.queue_id!;
  }

  static async register(world: LawWorld, actor: Actor, kind: ClientKind): Promise<LawReader> {
    const answer = ok(await world.client(actor, actor.id).post('/register', CLIENT_KINDS[kind]));
    if (kind === 'new') assert.deepEqual(missingInRegistration(answer), []);
    return new LawReader(actor, kind, answer);
  }

  /**
   * Takes what there is, from each process in turns. As clients do, registers anew when the queue is gone. A process hears
   * of what another one did a moment later; the one that did it knows it at once, so all must have nothing more.
   */
  async follow(world: LawWorld): Promise<void> {
    let empty = 0;
    for (let turn = 0; empty < world.sites.length; turn++) {
      const asked = { queue_id: this.#queueId, last_event_id: this.state.lastEventId, dont_block: true };
      const answer = await world.client(this.actor, turn).get('/events', asked);
      if (this.actor.mayLoseQueues && answer.json?.code === 'BAD_EVENT_QUEUE_ID') {
        const fresh = await LawReader.register(world, this.actor, this.kind);
        this.#queueId = fresh.#queueId;
        this.state = fresh.state;
        continue;
      }
      assert.equal(answer.json?.result, 'success', `${this.actor.name}: ${answer.text}`);
      const { events } = answer.json;
      empty = events.length === 0 ? empty + 1 : 0;
      for (const event of events as ChatEvent[]) {
        if (this.kind === 'new') assert.deepEqual(missingInEvent(event), []);
        world.received.add(event.op === undefined ? event.type : `${event.type} ${event.op}`);
        apply(this.state, event);
      }
    }
  }

  /** Returns the differences to a client that registers now. */
  async differences(world: LawWorld): Promise<string[]> {
    await this.follow(world);
    const client = world.client(this.actor, 1);
    const fresh = await LawReader.register(world, this.actor, this.kind);
    ok(await client.delete('/events', { queue_id: fresh.#queueId }));
    await this.#forgetLostStars(client, fresh.state.starred);
    const found = [...differences(this.state, fresh.state), ...(await this.#differingMessages(client))];
    if (this.state.unknownEvents > 0) found.push(`${this.state.unknownEvents} events of unknown types`);
    return found.map((each) => `${this.actor.name} (${this.kind}): ${each}`);
  }

  /** A star on a message that the person lost with its channel shows nothing any more; its ID stays with the client. */
  async #forgetLostStars(client: ChatClient, fresh: ReadonlySet<number>): Promise<void> {
    const message_ids = [...this.state.starred].filter((id) => !fresh.has(id));
    if (message_ids.length === 0) return;
    const { messages } = ok(await client.get('/messages', { message_ids }));
    const seen = new Set((messages as Message[]).map(({ id }) => id));
    for (const id of message_ids) if (!seen.has(id)) this.state.starred.delete(id);
  }

  async #differingMessages(client: ChatClient): Promise<string[]> {
    const known = [...this.state.messages.values()];
    if (known.length === 0) return [];
    const { apply_markdown, client_gravatar } = CLIENT_KINDS[this.kind];
    const { messages } = ok(
      await client.get('/messages', {
        message_ids: known.map(({ id }) => id),
        apply_markdown,
        client_gravatar,
        allow_empty_topic_name: this.kind === 'new',
      }),
    );
    const fetched = new Map((messages as Message[]).map((message) => [message.id, message]));
    return known.flatMap((message) => {
      const fresh = fetched.get(message.id);
      // Where a channel is lost, so is what stands in it.
      const isLost = message.stream_id !== undefined && !this.state.subscriptions.has(message.stream_id);
      if (!fresh) return isLost ? [] : [`message ${message.id} is not there`];
      // Who left hears no more of the channel.
      if (isLost) return [];
      const [one, other] = [comparableMessage(message), comparableMessage(fresh)];
      return one === other ? [] : [`message ${one} by events, ${other} fetched`];
    });
  }
}

function comparableMessage(message: Message): string {
  const { id, content, subject, stream_id, display_recipient, type, is_me_message, reactions, submessages } = message;
  const reactionsShown = reactions.map((each) => `${each.reaction_type} ${each.emoji_code} ${each.user_id}`).sort();
  const recipient = typeof display_recipient === 'string' ? display_recipient : undefined;
  const parts = submessages.map((each) => [each.id, each.sender_id, each.msg_type, each.content]);
  const shown = { id, content, subject, stream_id, recipient, type, is_me_message, reactionsShown, parts };
  return JSON.stringify({ ...shown, flags: [...message.flags].sort() });
}

export function ok(answer: Answer) {
  assert.equal(answer.json?.result, 'success', answer.text);
  return answer.json;
}
