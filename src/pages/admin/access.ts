import { Role } from '../../chat/http/caller.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import { SessionError } from '../session/session-errors.ts';
import type { SessionRequest } from '../session/session-operation.ts';
import { findPersonRow, type PersonRow } from './people-queries.ts';

/**
 * Somebody whom the caller sees: owners see everybody of the organization, administrators of the chat its people.
 * @throws {SessionError} `not_found`, also for those of another organization
 */
export async function accessPerson(
  reader: PlainReader,
  { session, organizationRole, now }: Pick<SessionRequest, 'session' | 'organizationRole' | 'now'>,
  id: string,
): Promise<PersonRow> {
  const viewer = { personId: session.personId, seesDispatch: organizationRole.isOwner };
  const person = await findPersonRow(reader.of(session.organizationId), { id, now, ...viewer });
  if (!person) throw new SessionError('not_found', 'There is no such person.');
  return person;
}

/**
 * Somebody whose sign-in the caller may end or renew: for owners everybody, for administrators whoever is no owner and nothing
 * beside the chat, of which they see nothing.
 * @returns them as the caller sees them
 * @throws {SessionError}
 */
export async function accessManagedPerson(
  reader: PlainReader,
  request: Pick<SessionRequest, 'session' | 'organizationRole' | 'now'>,
  id: string,
): Promise<PersonRow> {
  const person = await accessPerson(reader, request, id);
  const { session, organizationRole, now } = request;
  const viewer = { personId: session.personId, seesDispatch: true };
  const whole = (await findPersonRow(reader.of(session.organizationId), {
    id,
    now,
    ...viewer,
  }))!;
  const isBeyond = whole.role === Role.owner || whole.administratorId !== null || whole.workerId !== null;
  if (!organizationRole.isOwner && isBeyond)
    throw new SessionError('not_allowed', 'Only an owner can do this for an owner, a dispatcher or a worker.');
  return person;
}
