import type { ChatCalls } from './chat.ts';
import { dataOf, HubbubError } from './errors.ts';
import type { HeartbeatEvent, MessageEvent, operations, QueueEvent } from './generated/chat.ts';
import { pause, pauseBefore } from './pause.ts';
import { isOfConnection } from './retries.ts';
import { readFrames } from './streams.ts';

/**
 * An event of a queue. `type`, and for some kinds `op`, say what else it holds: compare them and TypeScript knows the
 * rest. A newer server may send further kinds; pass over what you do not know.
 */
export type ChatEvent = Exclude<QueueEvent, HeartbeatEvent>;

/** Returns true for an event that brings a message. */
export const isMessage = (event: ChatEvent): event is MessageEvent => event.type === 'message';

type Registration = operations['register-queue'];
/** State that a registration brings. */
export type Registered = Registration['responses'][200]['content']['application/json'];

/** Place in an event queue: everything up to the event is handled. */
export interface Position {
  queueId: string;
  lastEventId: number;
}

/** What is read, and from where. */
export interface EventOptions {
  /** What the queue receives: parameters of `POST /register`. */
  register?: NonNullable<Registration['requestBody']>['content']['application/x-www-form-urlencoded'];
  /** Where to go on, from `position` of an earlier reader. */
  from?: Position | undefined;
  /**
   * Called with the state after each registration: at the start, and again if the queue has expired. Load your own
   * state here, since events may be missing before it. If the connection of a call in it breaks, a queue is registered
   * again; any other error ends the reading.
   */
  onRegistered?: (state: Registered) => unknown;
  /** Reads one stream in place of long polls. */
  stream?: boolean;
  /** Ends the reading. */
  signal?: AbortSignal;
}

/**
 * The events of a queue, for `for await`. It goes on after broken connections and restarts of the server, and registers
 * again if the queue has expired. An event counts as handled when the next one is asked for.
 */
export class EventReader implements AsyncIterable<ChatEvent> {
  readonly #chat: ChatCalls;
  readonly #options: EventOptions;
  readonly #openStream: (queueId: string, lastId: string, signal?: AbortSignal) => Promise<Response>;
  #position: Position | undefined;

  constructor(
    chat: ChatCalls,
    openStream: (queueId: string, lastId: string, signal?: AbortSignal) => Promise<Response>,
    options: EventOptions,
  ) {
    this.#chat = chat;
    this.#openStream = openStream;
    this.#options = options;
    this.#position = options.from;
  }

  /** Place after the last event that was handled; undefined before the registration. Keep it to go on later. */
  get position(): Position | undefined {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChatEvent> {
    const { signal, stream } = this.#options;
    for (let failures = 0; !signal?.aborted; ) {
      try {
        this.#position ??= await this.#register();
        const position = this.#position;
        for await (const event of stream ? this.#streamed(position) : this.#polled(position)) {
          failures = 0;
          if (event.type !== 'heartbeat') yield event;
          position.lastEventId = event.id;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof HubbubError && error.code === 'BAD_EVENT_QUEUE_ID') this.#position = undefined;
        else if (error instanceof HubbubError ? !error.isTemporary : !isOfConnection(error)) throw error;
        failures++;
        // An expired queue is registered anew at once.
        if (this.#position || failures > 1) await pause(pauseBefore(failures), signal);
      }
    }
  }

  async #register(): Promise<Position> {
    const { register = {}, onRegistered, signal } = this.#options;
    const state = await dataOf(this.#chat.POST('/register', { body: register, signal }));
    await onRegistered?.(state);
    return { queueId: state.queue_id!, lastEventId: state.last_event_id };
  }

  async *#polled({ queueId, lastEventId }: Position): AsyncGenerator<QueueEvent> {
    const query = { queue_id: queueId, last_event_id: lastEventId };
    const { events } = await dataOf(this.#chat.GET('/events', { params: { query }, signal: this.#options.signal }));
    yield* events;
  }

  async *#streamed({ queueId, lastEventId }: Position): AsyncGenerator<QueueEvent> {
    const frames = readFrames(
      (lastId, signal) => this.#openStream(queueId, lastId!, signal),
      String(lastEventId),
      this.#options.signal,
    );
    for await (const { event, data } of frames) {
      if (event === 'message') yield data;
      else if (ENDS.includes(data.reason)) throw new HubbubError(409, { code: data.reason, msg: endText(data.reason) });
    }
  }
}

/** Reasons of the end after which another connection would not help. */
const ENDS = ['session_ended', 'superseded'];

const endText = (reason: string): string =>
  reason === 'superseded' ? 'Another reader has taken over this queue.' : 'The key is no longer valid.';
