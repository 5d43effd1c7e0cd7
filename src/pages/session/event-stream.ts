import type { FastifyReply } from 'fastify';
import { countStream, type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { Services } from '../../platform/services.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { SessionError } from './session-errors.ts';

/** Of one person, in this process. A browser holds one for all its tabs. */
const MAX_STREAMS = 20;

/**
 * Opens a stream for a person.
 * @throws {SessionError} `too_many_requests` when the person has as many as may be
 */
export function openStream(services: Services, session: Session, reply: FastifyReply): EventStream {
  const release = countStream(services, `session ${session.organizationId} ${session.personId}`, MAX_STREAMS);
  if (!release) throw new SessionError('too_many_requests', `At most ${MAX_STREAMS} streams at a time.`);
  const stream = openEventStream(services, reply);
  stream.onEnd(release);
  return stream;
}
