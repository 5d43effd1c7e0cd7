import type { FastifyReply } from 'fastify';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { SessionError } from './session-errors.ts';
import type { StreamWriter } from './session-operation.ts';

/** A comment goes out so often: proxies close what is silent, and a cut connection shows. */
const HEARTBEAT_MS = 25_000;
/** Of one person, in this process. A browser holds one for all its tabs. */
const MAX_STREAMS = 20;

const openStreams = perServices(() => new Map<string, number>());

/**
 * Turns an answer into a stream of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). It
 * ends when the browser goes, the server closes, or whoever writes ends it.
 * @throws {SessionError} `too_many_requests` when the person has as many as may be
 */
export function openStream(services: Services, session: Session, reply: FastifyReply): StreamWriter {
  const { closing } = services;
  const { raw } = reply;
  const release = countStream(services, session);
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
  const close = () => {
    if (ended.signal.aborted) return;
    clearInterval(heartbeat);
    release();
    closing.removeEventListener('abort', end);
    ended.abort();
  };
  raw.once('close', close);
  // The browser may have gone while it was authorized.
  if (raw.destroyed) close();
  if (closing.aborted) end();
  return {
    send: ({ event, data }) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
    ended: ended.signal,
  };
}

/** Counts a stream of a person. @returns what ends its counting */
function countStream(services: Services, { organizationId, personId }: Session): () => void {
  const streams = openStreams(services);
  const key = `${organizationId} ${personId}`;
  const count = streams.get(key) ?? 0;
  if (count >= MAX_STREAMS) throw new SessionError('too_many_requests', `At most ${MAX_STREAMS} streams at a time.`);
  streams.set(key, count + 1);
  return () => {
    const left = streams.get(key)! - 1;
    if (left > 0) streams.set(key, left);
    else streams.delete(key);
  };
}
