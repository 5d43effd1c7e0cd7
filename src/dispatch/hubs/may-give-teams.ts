import type { KeyCaller } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';
import { inOneOnly } from '../organization/changes.ts';

/**
 * A hub's list of teams says of every team whether it has this hub: to change it, be it to none, is for who sees them all.
 * @param had the teams that have the hub
 * @throws {DispatchError} 1300
 */
export function checkMayGiveTeams(
  { sight }: KeyCaller,
  { teams, team }: { teams?: readonly string[] | null | undefined; team?: readonly string[] | null | undefined },
  had: readonly string[],
): void {
  const given = teams ?? team ?? had;
  if (sight.teams !== null && inOneOnly(had, given).length > 0)
    throw new DispatchError(1300, 'Which teams have a hub is for administrators who see the whole organization.');
}
