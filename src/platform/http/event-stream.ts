import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';

/** Seconds between two comments to one stream: proxies close what is silent, and a cut connection shows. */
const HEARTBEAT_SECONDS = 25;
const BEAT_MS = 1000;
const COMMENT = Buffer.from(':\n\n');
/** A reader that does not take the end either is cut off. */
const END_MS = 2000;

/** An event of a stream. */
export interface StreamEvent {
  /** ID that a reconnecting client sends in `Last-Event-ID`. */
  id?: string;
  event: string;
  data: object;
}

/** Options of a stream. */
export interface StreamOptions {
  /** Nobody will be authorized again: nothing of the request's headers is kept. */
  isAnonymous?: boolean;
  /** Seconds between two comments; {@link HEARTBEAT_SECONDS} if absent. */
  heartbeatSeconds?: number | undefined;
  /** Checks what is written, as {@link streamCheck} makes it; what does not fit is logged as an error. */
  check?: ((frames: string) => void) | undefined;
}

/** The server's end of a stream of Server-Sent Events. */
export interface EventStream {
  send(event: StreamEvent): void;
  /** Writes what {@link eventText} has made, perhaps for several streams. */
  write(text: Buffer): void;
  /** Bytes that are written and not yet taken by the network. */
  readonly unsent: number;
  /** Waits until the network has taken what was written, or the stream has ended. */
  drained(): Promise<void>;
  /** Ends it, after what was written. */
  end(): void;
  /** Cuts it off: what was written is lost. */
  cut(): void;
  /** Whether it has ended, whoever ended it. */
  readonly hasEnded: boolean;
  /** Calls the listener when the stream ends, whoever ends it; at once when it has. */
  onEnd(listener: () => void): void;
}

/** An event as it goes over the wire (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function eventText({ id, event, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Turns an answer into a stream of Server-Sent Events. It ends when the browser goes, the server closes, or whoever writes
 * ends it. Thousands may be open, so that little is kept of each.
 */
export function openEventStream(
  services: Services,
  reply: FastifyReply,
  { isAnonymous = false, heartbeatSeconds = HEARTBEAT_SECONDS, check }: StreamOptions = {},
): EventStream {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that gather answers would hold events back.
    'x-accel-buffering': 'no',
  });
  const request = reply.request.raw;
  request.rawHeaders = [];
  if (isAnonymous) request.headers = {};
  const stream = check ? new CheckedStream(raw, check, services.log) : new AnswerStream(raw);
  stream.write(COMMENT);
  forgetHead(raw);
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
  openStreams(services).add(stream, heartbeatSeconds);
  // Its answer is the head alone.
  if (request.method === 'HEAD') stream.end();
  return stream;
}

/** Ends a stream with a last event that says why. */
export function endStream(stream: EventStream, reason: string): void {
  stream.write(Buffer.from(eventText({ event: 'end', data: { reason } })));
  stream.end();
  setTimeout(() => stream.cut(), END_MS).unref();
}

/** No stream's own, since it is the same for all. */
const SENT_HEAD = 'HTTP/1.1 200 OK\r\n\r\n';

/**
 * Node keeps the head of an answer as long as the answer goes on, as the tree of pieces that it was joined from. Of one that
 * has been sent it asks only whether there is one.
 */
function forgetHead(answer: ServerResponse & { _header?: string; _headerSent?: boolean }): void {
  if (answer._headerSent) answer._header = SENT_HEAD;
}

class AnswerStream implements EventStream {
  readonly #raw: ServerResponse;
  readonly #listeners: (() => void)[] = [];
  hasEnded = false;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
    // The client may have gone while it was authorized.
    if (raw.destroyed) this.hasEnded = true;
    else raw.once('close', () => this.#close());
  }

  #close(): void {
    this.hasEnded = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  send(event: StreamEvent): void {
    this.write(Buffer.from(eventText(event)));
  }

  write(text: Buffer): void {
    if (!this.#raw.writableEnded) this.#raw.write(text);
  }

  get unsent(): number {
    return this.#raw.writableLength;
  }

  async drained(): Promise<void> {
    const raw = this.#raw;
    if (!raw.writableNeedDrain || this.hasEnded) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        raw.off('drain', done).off('close', done);
        resolve();
      };
      raw.on('drain', done).on('close', done);
    });
  }

  end(): void {
    this.#raw.end();
  }

  cut(): void {
    this.#raw.destroy();
  }

  onEnd(listener: () => void): void {
    if (this.hasEnded) listener();
    else this.#listeners.push(listener);
  }
}

/** A stream whose every frame is compared with its declaration. */
class CheckedStream extends AnswerStream {
  readonly #check: (frames: string) => void;
  readonly #log: Services['log'];

  constructor(raw: ServerResponse, check: (frames: string) => void, log: Services['log']) {
    super(raw);
    this.#check = check;
    this.#log = log;
  }

  override write(text: Buffer): void {
    try {
      this.#check(text.toString());
    } catch (error) {
      this.#log.error({ err: error }, 'a stream does not match its declaration');
    }
    super.write(text);
  }
}

/** The streams of this process: their comments, each beat to a part of them, and their end when the server closes. */
class OpenStreams {
  /** By seconds between comments: as many groups, which have their comments one after the other. */
  readonly #rounds = new Map<number, Set<EventStream>[]>();
  readonly #closing: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  #opened = 0;
  #open = 0;
  #beat = 0;

  constructor({ closing }: Pick<Services, 'closing'>) {
    this.#closing = closing;
    closing.addEventListener('abort', () => {
      // Their writers may send a last frame.
      queueMicrotask(() => {
        for (const groups of this.#rounds.values())
          for (const group of groups) for (const stream of group) stream.end();
      });
    });
  }

  add(stream: EventStream, heartbeatSeconds: number): void {
    if (stream.hasEnded) return;
    let groups = this.#rounds.get(heartbeatSeconds);
    if (!groups) {
      groups = Array.from({ length: heartbeatSeconds }, () => new Set());
      this.#rounds.set(heartbeatSeconds, groups);
    }
    const group = groups[this.#opened++ % heartbeatSeconds]!;
    group.add(stream);
    this.#open++;
    this.#timer ??= setInterval(() => this.#tick(), BEAT_MS).unref();
    stream.onEnd(() => this.#delete(stream, group));
    if (this.#closing.aborted) stream.end();
  }

  #delete(stream: EventStream, group: Set<EventStream>): void {
    group.delete(stream);
    if (--this.#open > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#beat++;
    for (const [seconds, groups] of this.#rounds) {
      for (const stream of groups[this.#beat % seconds]!) {
        // Unsent data would gather here if the network takes nothing; TCP itself closes such a connection.
        if (stream.unsent === 0) stream.write(COMMENT);
      }
    }
  }
}

const openStreams = perServices((services) => new OpenStreams(services));

const counted = perServices(() => new Map<string, number>());

/**
 * Counts a stream of somebody's in this process.
 * @returns what ends its counting; undefined when they have `most` already
 */
export function countStream(services: Services, owner: string, most: number): (() => void) | undefined {
  const streams = counted(services);
  const count = streams.get(owner) ?? 0;
  if (count >= most) return undefined;
  streams.set(owner, count + 1);
  return () => {
    const left = streams.get(owner)! - 1;
    if (left > 0) streams.set(owner, left);
    else streams.delete(owner);
  };
}
