import type { FastifyRequest } from 'fastify';
import { labelOfCredential } from '../../platform/credentials/credentials.ts';
import { type AuditActor, NOBODY, type Origin } from '../../platform/db/audit-entry.ts';
import type { PeopleLookups } from './authorize.ts';
import type { DispatchCaller } from './caller.ts';

/** Returns the origin of a request for the audit log. */
export function originOf(request: FastifyRequest, caller: DispatchCaller | undefined, people: PeopleLookups): Origin {
  const { address } = request.client;
  return { actor: actorOf(caller, people), address, userAgent: request.headers['user-agent'] ?? null };
}

function actorOf(caller: DispatchCaller | undefined, { nameOfAdministrator, nameOfWorker }: PeopleLookups): AuditActor {
  if (!caller) return NOBODY;
  const { organizationId, credentialId } = caller;
  if (caller.kind === 'worker') {
    const { workerId } = caller;
    return {
      kind: 'worker',
      id: workerId,
      name: (reader) => nameOfWorker(reader.of(organizationId), workerId),
    };
  }
  const { administratorId } = caller;
  if (administratorId !== undefined)
    return {
      kind: 'administrator',
      id: administratorId,
      name: (reader) => nameOfAdministrator(reader.of(organizationId), administratorId),
    };
  return { kind: 'key', id: credentialId, name: (reader) => labelOfCredential(reader, organizationId, credentialId) };
}
