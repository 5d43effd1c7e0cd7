import type { Task } from '../../dispatch/tasks/present.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { loadTaskChannels, loadTeamsOfWorkers, type TaskChannelRow } from './queries.ts';

/** A task, as far as it decides where its topic goes. */
type Contained = Pick<Task, 'container'>;

/**
 * Gives the channel of each of the tasks: the one set for its team (of a worker's: the first of the worker's teams that has one),
 * else the organization's; undefined: none is set.
 */
export async function channelsOfTasks(
  reader: Reader,
  tasks: readonly Contained[],
): Promise<(task: Contained) => TaskChannelRow | undefined> {
  const rows = await loadTaskChannels(reader);
  const ofTeam = new Map(rows.map((row) => [row.teamId, row]));
  const workers = tasks.map(({ container }) => container.worker).filter((id) => id !== undefined);
  // Only where some team has a channel of its own does it matter whose a worker is.
  const isByTeam = rows.some(({ teamId }) => teamId !== '') && workers.length > 0;
  const memberships = isByTeam ? await loadTeamsOfWorkers(reader, [...new Set(workers)]) : [];
  const teamsOf = Map.groupBy(memberships, ({ workerId }) => workerId);
  return ({ container: { type, team, worker } }) => {
    const teams = type === 'TEAM' ? [team!] : (teamsOf.get(worker ?? '') ?? []).map(({ teamId }) => teamId);
    return ofTeam.get(teams.find((id) => ofTeam.has(id)) ?? '');
  };
}
