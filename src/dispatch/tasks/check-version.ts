import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ContainerRow } from '../containers/access.ts';
import type { ExpectedVersions } from '../http/if-match.ts';
import { refuseVersion } from '../versions/check-version.ts';
import { lockTaskVersions } from './queries.ts';

/** Versions required for a change; absent ones may be any. */
export interface Expectation {
  /** Version of the destination container. */
  container?: ExpectedVersions | undefined;
  /** By task. */
  tasks?: ReadonlyMap<string, ExpectedVersions> | undefined;
}

/**
 * Checks tasks whose containers are locked, and keeps them from changing until the commit. Whoever waited for somebody else's
 * change of the same task is refused here.
 * @throws {DispatchError} 2401 for one that has another version
 */
export async function checkTaskVersions(tx: Tx, expected: ReadonlyMap<string, ExpectedVersions>): Promise<void> {
  for (const { id, version, changedBy, changedAt } of await lockTaskVersions(tx, [...expected.keys()])) {
    if (expected.get(id)!.includes(version)) continue;
    await refuseVersion(tx, { object: 'task', id, version, time: changedAt.getTime() }, changedBy);
  }
}

/**
 * Checks a container that is locked.
 * @throws {DispatchError} 2401 when its list has another version
 */
export async function checkContainerVersion(
  reader: Reader,
  { id, version, changedBy, changedAt, createdAt }: ContainerRow,
  expected: ExpectedVersions | undefined,
): Promise<void> {
  if (!expected || expected.includes(version)) return;
  const time = (changedAt ?? createdAt).getTime();
  await refuseVersion(reader, { object: 'container', id, version, time }, changedBy);
}
