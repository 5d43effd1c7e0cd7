import type { FastifyReply } from 'fastify';
import {
  countStream,
  type EventStream,
  openEventStream,
  type StreamOptions,
} from '../../platform/http/event-stream.ts';
import type { Services } from '../../platform/services.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { SessionError } from './session-errors.ts';

/** Maximum per person in this process. A browser uses one for all its tabs. */
const MAX_STREAMS = 20;

/**
 * Opens a stream for a person.
 * @throws {SessionError} `too_many_requests` when the person has as many as may be
 */
export function openStream(
  services: Services,
  session: Session,
  reply: FastifyReply,
  check: StreamOptions['check'],
): EventStream {
  const release = countStream(services, `session ${session.organizationId} ${session.personId}`, MAX_STREAMS);
  if (!release) throw new SessionError('too_many_requests', `Only ${MAX_STREAMS} streams can be open at a time.`);
  const stream = openEventStream(services, reply, { check });
  stream.onEnd(release);
  return stream;
}
