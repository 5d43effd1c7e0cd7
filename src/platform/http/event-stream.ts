import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';

/** A comment goes out so often: proxies close what is silent, and a cut connection shows. */
const HEARTBEAT_MS = 25_000;

/** An event of a stream. */
export interface StreamEvent {
  /** What a client that comes back names in `Last-Event-ID`. */
  id?: string;
  event: string;
  data: object;
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
  /** Aborted when the stream has ended, whoever ended it. */
  readonly ended: AbortSignal;
}

/** An event as it goes over the wire (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function eventText({ id, event, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Turns an answer into a stream of Server-Sent Events. It ends when the browser goes, the server closes, or whoever writes
 * ends it.
 */
export function openEventStream({ closing }: Pick<Services, 'closing'>, reply: FastifyReply): EventStream {
  const { raw } = reply;
  const ended = new AbortController();
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that gather answers would hold events back.
    'x-accel-buffering': 'no',
  });
  const write = (text: string | Buffer) => {
    if (!raw.writableEnded) raw.write(text);
  };
  write(':\n\n');
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
  const end = () => raw.end();
  closing.addEventListener('abort', end);
  const close = () => {
    if (ended.signal.aborted) return;
    clearInterval(heartbeat);
    closing.removeEventListener('abort', end);
    ended.abort();
  };
  raw.once('close', close);
  // The client may have gone while it was authorized.
  if (raw.destroyed) close();
  if (closing.aborted) end();
  return {
    send: (event) => write(eventText(event)),
    write,
    get unsent() {
      return raw.writableLength;
    },
    async drained() {
      if (!raw.writableNeedDrain || ended.signal.aborted) return;
      await once(raw, 'drain', { signal: ended.signal }).catch(() => undefined);
    },
    end,
    cut: () => void raw.destroy(),
    ended: ended.signal,
  };
}

const openStreams = perServices(() => new Map<string, number>());

/**
 * Counts a stream of somebody's in this process.
 * @returns what ends its counting; undefined when they have `most` already
 */
export function countStream(services: Services, owner: string, most: number): (() => void) | undefined {
  const streams = openStreams(services);
  const count = streams.get(owner) ?? 0;
  if (count >= most) return undefined;
  streams.set(owner, count + 1);
  return () => {
    const left = streams.get(owner)! - 1;
    if (left > 0) streams.set(owner, left);
    else streams.delete(owner);
  };
}
