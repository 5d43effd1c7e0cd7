import type { Availability } from '../../platform/db/availability.ts';
import { endsWithin } from '../../platform/ends-within.ts';
import { type EventStream, endStream } from '../../platform/http/event-stream.ts';
import { ChatError } from '../http/errors.ts';
import type { Presented } from './present.ts';
import type { EventQueue } from './queue.ts';
import { positionOf } from './wire-ids.ts';

/** Characters that are written before it is asked whether the network has taken them. */
const PIECE = 65_536;
/** A reader that has not taken a piece after so long is sent away: it comes back by the ID of what it has read last. */
const SLOW_MS = 10_000;

/** Why a stream ends. */
export type StreamEndReason = 'session_ended' | 'queue_ended' | 'superseded' | 'slow' | 'unavailable' | 'closing';

/** Why a reader may not go on, or when to ask again because their session may end then; never for a key. */
export type Recheck = StreamEndReason | { endsAt: Date | undefined };

interface QueueStreamOptions {
  queue: EventQueue;
  stream: EventStream;
  lastEventId: number;
  /** Waits for the next events of the queue after an ID. */
  next(lastEventId: number, gone: AbortSignal): Promise<Presented[]>;
  /** Asks whether its reader may go on. */
  recheck(): Promise<Recheck>;
  /** Called once, when it is over. */
  onOver(stream: QueueStream): void;
  availability: Pick<Availability, 'logFailure'>;
}

/**
 * A queue that is read as a stream. Nothing is held for its reader: what follows is read from the log when they have taken
 * what was written, so that a slow one costs a piece of text and a place among the streams.
 */
export class QueueStream {
  readonly queue: EventQueue;
  readonly #options: QueueStreamOptions;
  readonly #gone = new AbortController();
  /** The ID by which the reader would come back, when they have taken all that was written. */
  #lastEventId: number;
  #endsAt: Date | undefined;

  constructor(options: QueueStreamOptions) {
    this.#options = options;
    this.queue = options.queue;
    this.#lastEventId = options.lastEventId;
    options.stream.onEnd(() => this.#over());
  }

  /** Whether nothing more is written. */
  get isOver(): boolean {
    return this.#gone.signal.aborted;
  }

  /** Writes events as they come, until it is over. */
  async run(first: readonly Presented[]): Promise<void> {
    try {
      let events = first;
      for (;;) {
        await this.#write(events);
        if (this.isOver) return;
        events = await this.#options.next(this.#lastEventId, this.#gone.signal);
        if (this.isOver) return;
        // The account is gone, or a request has taken over the queue.
        if (events.length === 0) {
          await this.recheck();
          this.end('superseded');
        }
      }
    } catch (error) {
      if (error instanceof ChatError && error.code === 'BAD_EVENT_QUEUE_ID') return this.end('queue_ended');
      this.#options.availability.logFailure(error, 'an event stream could not go on; its client comes back');
      this.end('unavailable');
    }
  }

  /** Ends it if its reader may not go on. */
  async recheck(): Promise<void> {
    if (this.isOver) return;
    const result = await this.#options.recheck();
    if (typeof result === 'string') this.end(result);
    else this.#endsAt = result.endsAt;
  }

  /** Ends it if its reader's session has run out; costs a look at the clock before that. */
  expire(now: Date): void {
    if (this.#endsAt === undefined || now < this.#endsAt) return;
    this.#endsAt = undefined;
    void this.recheck();
  }

  end(reason: StreamEndReason): void {
    if (this.isOver) return;
    this.#over();
    endStream(this.#options.stream, reason);
  }

  #over(): void {
    if (this.isOver) return;
    this.#gone.abort();
    this.#options.onOver(this);
  }

  async #write(events: readonly Presented[]): Promise<void> {
    let text = '';
    for (const event of events) {
      // A stream says by comments that it is there: of heartbeats only those are sent that bring its reader on in the log.
      if (event.isHeartbeat && !this.#isFurther(event.id)) continue;
      text += streamText(event);
      this.#lastEventId = event.id;
      if (text.length < PIECE) continue;
      await this.#flush(text);
      if (this.isOver) return;
      text = '';
    }
    if (text !== '') await this.#flush(text);
  }

  #isFurther(id: number): boolean {
    const { base } = this.queue;
    return positionOf(base, id) > positionOf(base, this.#lastEventId);
  }

  async #flush(text: string): Promise<void> {
    const { stream } = this.#options;
    stream.write(Buffer.from(text));
    if (!(await endsWithin(SLOW_MS, stream.drained()))) this.end('slow');
  }
}

/**
 * The events of one event of the log on the wire. The ID follows at the last of them: whoever loses the connection among them
 * comes back by the ID before, and gets all of them again.
 */
function streamText({ id, texts }: Presented): string {
  const last = texts.length - 1;
  return texts.map((text, n) => `${n === last ? `id: ${id}\n` : ''}data: ${text}\n\n`).join('');
}
