import type { Reader } from '../../platform/db/reader.ts';
import { nameOfAdministrator } from '../administrators/access.ts';
import type { ActionContext } from '../http/caller.ts';
import { DispatchError, type VersionMismatch } from '../http/errors.ts';
import type { ExpectedVersions } from '../http/if-match.ts';
import type { VersionedRow } from '../organization/versioned.ts';
import { workersById } from '../workers/access.ts';

/**
 * Checks a worker, a team or a hub that is locked.
 * @throws {DispatchError} 2401 when it has another version than a request was made for
 */
export async function checkVersion(
  reader: Reader,
  object: 'worker' | 'team' | 'hub',
  row: VersionedRow & { organizationId: string; id: string; createdAt: Date },
  expected: ExpectedVersions | undefined,
): Promise<void> {
  const { id, version, changedBy, changedAt, createdAt } = row;
  if (!expected || expected.includes(version)) return;
  await refuseVersion(reader, { object, id, version, time: (changedAt ?? createdAt).getTime() }, changedBy);
}

/** @throws {DispatchError} 2401, which names who was quicker, and when */
export async function refuseVersion(
  reader: Reader,
  changed: Omit<VersionMismatch, 'type' | 'by'>,
  by: ActionContext | null,
): Promise<never> {
  const named = by && { ...by, name: await nameOf(reader, by) };
  throw new DispatchError(2401, { type: 'versionMismatch', ...changed, by: named });
}

async function nameOf(reader: Reader, { type, id }: ActionContext): Promise<string | null> {
  if (type === 'ADMIN') return nameOfAdministrator(reader, id);
  if (type === 'WORKER') return (await workersById(reader, [id])).get(id)?.name ?? null;
  return null;
}
