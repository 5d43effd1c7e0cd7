import { uncachedFacts } from '../events/facts.ts';
import { doAddMovedJobs } from '../jobs/actions.ts';
import { ownHosts } from '../organizations/hosts.ts';
import { doOpenImported } from '../organizations/importing.ts';
import type { Services } from '../services.ts';
import { loadOpenMoves, markArrived } from './queries.ts';

/** The part of the directory that settling needs, as it was read afterwards. */
export interface DirectoryRead {
  /** Whether a host is this cell's. */
  isOwn(host: string): boolean;
  /** Gives the hosts of an organization to another cell. */
  transfer(organizationId: string, cell: string): Promise<void>;
}

/**
 * Reads the moves that are not over, and returns what finishes those that a killed command has left behind the switch: a source gives
 * the hosts away, and a target opens the organization when the directory says that its hosts are there. The directory is read in
 * between: it is newer than they are.
 */
export async function beginSettling(
  services: Pick<Services, 'database' | 'config' | 'publicUrl'>,
): Promise<(directory: DirectoryRead) => Promise<void>> {
  const { reader } = services.database;
  const moves = await loadOpenMoves(reader);
  return async ({ isOwn, transfer }) => {
    for (const { id, isSource, cell, state } of moves) {
      if (isSource && state === 'switched') await transfer(id, cell);
      if (isSource || state === 'switched') continue;
      const hosts = await ownHosts(services, uncachedFacts(reader.of(id)));
      if (hosts.length > 0 && hosts.every(isOwn)) await open(services, id);
    }
  };
}

async function open({ database }: Pick<Services, 'database'>, organizationId: string): Promise<void> {
  await database.transaction(
    async (tx) => {
      if (!(await markArrived(tx, organizationId))) return;
      await doAddMovedJobs(tx);
      await doOpenImported(tx);
    },
    { organizationId, takesLog: true },
  );
}
