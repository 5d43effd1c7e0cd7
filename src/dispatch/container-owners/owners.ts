import type { Reader } from '../../platform/db/reader.ts';
import { containersById } from '../containers/access.ts';
import type { Owner } from '../containers/actions.ts';
import { notFound } from '../http/errors.ts';
import { accessTeam } from '../teams/access.ts';
import { accessWorker } from '../workers/access.ts';

// client: pyonfleet's organization.insertTask says `organization`.
const types = {
  organizations: 'ORGANIZATION',
  organization: 'ORGANIZATION',
  teams: 'TEAM',
  team: 'TEAM',
  workers: 'WORKER',
  worker: 'WORKER',
} as const;

/**
 * The owner that a container's path names, and when the owner was made.
 * @throws {DispatchError} 1402 when there is no such container
 */
export async function accessOwnerByPath(
  reader: Reader,
  organizationId: string,
  type: string,
  id: string,
): Promise<Owner & { since: Date | undefined }> {
  if (!Object.hasOwn(types, type)) throw notFound('There is no such type of container.');
  const owner: Owner = { type: types[type as keyof typeof types], id };
  if (owner.type === 'WORKER') return { ...owner, since: (await accessWorker(reader, organizationId, id)).createdAt };
  if (owner.type === 'TEAM') return { ...owner, since: (await accessTeam(reader, organizationId, id)).createdAt };
  if (id !== organizationId) throw notFound('There is no such container.');
  return { ...owner, since: undefined };
}

/**
 * The owner of a container that has a row.
 * @throws {DispatchError} 1402 when there is no such container, or its owner is gone
 */
export async function accessOwnerById(
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<Owner & { since: Date | undefined }> {
  const row = (await containersById(reader, organizationId, [id])).get(id);
  if (!row || row.releasedAt) throw notFound('There is no such container.');
  return { type: row.type, id: row.ownerId, since: row.createdAt };
}
