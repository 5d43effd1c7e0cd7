import { doCloseOrganization } from '../deletion/actions.ts';
import { uncachedFacts } from '../events/facts.ts';
import { doAddMovedJobs } from '../jobs/actions.ts';
import { isOpenOrganization, ownHosts } from '../organizations/hosts.ts';
import { doOpenImported } from '../organizations/importing.ts';
import type { Services } from '../services.ts';
import { loadOpenMoves, markArrived, type OrganizationMove, passAsMover } from './queries.ts';

/** Processes of the source have learnt by then that the organization is elsewhere. */
export const LEARNT_MS = 5000;

/** The part of the directory that settling needs, as it was read afterwards. */
export interface DirectoryRead {
  /** Whether a host is this cell's. */
  isOwn(host: string): boolean;
  /** Gives the hosts of an organization to another cell. */
  transfer(organizationId: string, cell: string): Promise<void>;
}

/**
 * Reads the moves that are not over, and returns what finishes those that a killed command has left behind the switch: a source gives
 * the hosts away and shuts the organization, and a target opens it when the directory says that its hosts are there. The directory is
 * read in between: it is newer than they are.
 */
export async function beginSettling(
  services: Pick<Services, 'database' | 'config' | 'publicUrl' | 'clock'>,
): Promise<(directory: DirectoryRead) => Promise<void>> {
  const { reader } = services.database;
  const moves = await loadOpenMoves(reader);
  return async ({ isOwn, transfer }) => {
    for (const move of moves) {
      const { id, isSource, cell, state } = move;
      if (isSource && state === 'switched') {
        await transfer(id, cell);
        await shut(services, move);
      }
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

/**
 * Shuts an organization that has left, once nobody asks here any more. Its rows may remain for long if the command was killed, and each
 * job that goes over all organizations would be refused at them, before it comes to those of others.
 */
async function shut({ database, clock }: Pick<Services, 'database' | 'clock'>, { id, changedAt }: OrganizationMove) {
  if (clock.now().getTime() - changedAt.getTime() < LEARNT_MS) return;
  if (!(await isOpenOrganization(database.reader, id))) return;
  await database.transaction(
    async (tx) => {
      await passAsMover(tx);
      await doCloseOrganization(tx, id);
    },
    { organizationId: id },
  );
}
