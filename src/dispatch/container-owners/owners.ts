import type { Reader } from '../../platform/db/reader.ts';
import { type ContainerRow, containersById } from '../containers/access.ts';
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
  type: string,
  id: string,
): Promise<Owner & { since: Date | undefined }> {
  if (!Object.hasOwn(types, type)) throw notFound('The container type must be organizations, teams or workers.');
  const owner: Owner = { type: types[type as keyof typeof types], id };
  if (owner.type === 'ORGANIZATION' && id !== reader.organizationId) throw notFound('There is no such container.');
  return { ...owner, since: await sinceOf(reader, { type: owner.type, ownerId: id }) };
}

/** Creation time of a worker or team; undefined for an organization. */
async function sinceOf(
  reader: Reader,
  { type, ownerId }: Pick<ContainerRow, 'type' | 'ownerId'>,
): Promise<Date | undefined> {
  if (type === 'WORKER') return (await accessWorker(reader, ownerId)).createdAt;
  if (type === 'TEAM') return (await accessTeam(reader, ownerId)).createdAt;
  return undefined;
}

/**
 * The owner of a container that has a row.
 * @throws {DispatchError} 1402 when there is no such container, or its owner is gone
 */
export async function accessOwnerById(reader: Reader, id: string): Promise<Owner & { since: Date | undefined }> {
  const row = (await containersById(reader, [id])).get(id);
  if (!row || row.releasedAt) throw notFound('There is no such container.');
  return { type: row.type, id: row.ownerId, since: await sinceOf(reader, row) };
}
