import type { FastifyRequest } from 'fastify';
import { type AuditActor, NOBODY, type Origin } from '../../platform/db/audit-entry.ts';
import { type ChatCaller, isSpectator } from './caller.ts';

/** Returns the origin of a request for the audit log. */
export function originOf(request: FastifyRequest, caller: ChatCaller | undefined): Origin {
  const { address } = request.client;
  return { actor: actorOf(caller), address, userAgent: request.headers['user-agent'] ?? null };
}

function actorOf(caller: ChatCaller | undefined): AuditActor {
  if (!caller || isSpectator(caller)) return NOBODY;
  return { kind: caller.isBot ? 'bot' : 'person', id: String(caller.userId), name: caller.fullName };
}
