import type { KeyCaller } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';

/**
 * A hub's list of teams says of every team whether it has this hub: it is for who sees them all.
 * @throws {DispatchError} 1300
 */
export function checkMayGiveTeams(
  { sight }: KeyCaller,
  { teams, team }: { teams?: readonly string[] | null | undefined; team?: readonly string[] | null | undefined },
): void {
  if (sight.teams !== null && (teams ?? team ?? []).length > 0)
    throw new DispatchError(1300, 'Which teams have a hub is for administrators who see the whole organization.');
}
