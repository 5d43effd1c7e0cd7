import type { Tx } from '../../platform/db/tx.ts';
import { accessAdministrators } from '../administrators/access.ts';
import { accessHubToName } from '../hubs/access.ts';
import { accessWorkers } from '../workers/access.ts';

/** Members of a team as a request names them; absent members stay unchanged. */
interface GivenMembers {
  managers?: readonly string[] | null | undefined;
  workers?: readonly string[] | null | undefined;
  hub?: string | null | undefined;
}

/** The same, looked up: each once, and none of them can be deleted until the commit. */
export interface TeamMembers {
  managers: string[] | undefined;
  workers: string[] | undefined;
}

/**
 * Looks up whom a team is to have, and its hub.
 * @throws {DispatchError} 1402 for one that the organization does not have
 */
export async function accessTeamMembers(tx: Tx, { managers, workers, hub }: GivenMembers): Promise<TeamMembers> {
  const members = {
    managers: managers ? await accessAdministrators(tx, managers) : undefined,
    workers: workers ? await accessWorkers(tx, workers) : undefined,
  };
  if (hub) await accessHubToName(tx, hub);
  return members;
}
