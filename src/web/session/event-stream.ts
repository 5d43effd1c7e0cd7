import type { FastifyReply } from 'fastify';
import type { Services } from '../../platform/services.ts';
import type { StreamWriter } from './session-operation.ts';

/** A comment goes out so often: proxies close what is silent, and a cut connection shows. */
const HEARTBEAT_MS = 25_000;

/**
 * Turns an answer into a stream of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). It
 * ends when the browser goes, the server closes, or whoever writes ends it.
 */
export function openStream({ closing }: Services, reply: FastifyReply): StreamWriter {
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
  raw.write(':\n\n');
  const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT_MS);
  const end = () => raw.end();
  closing.addEventListener('abort', end);
  raw.once('close', () => {
    clearInterval(heartbeat);
    closing.removeEventListener('abort', end);
    ended.abort();
  });
  if (closing.aborted) end();
  return {
    send: ({ event, data }) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
    ended: ended.signal,
  };
}
