import type { KeyCaller } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';
import { absentId } from '../http/unseen.ts';
import { inOneOnly } from '../organization/changes.ts';

interface GivenTeams {
  teams?: readonly string[] | null | undefined;
  team?: readonly string[] | null | undefined;
}

/**
 * A hub's list of teams says of every team whether it has this hub. Only administrators who see all teams change it; for
 * the others the list that they have read, sent back as it was, changes nothing.
 * @param had the teams that have the hub
 * @returns what is to be changed
 * @throws {DispatchError} 1300
 */
export function checkMayGiveTeams<Given extends GivenTeams>(
  { sight }: KeyCaller,
  given: Given,
  had: readonly string[],
): Given {
  const { teams: seen } = sight;
  if (seen === null) return given;
  const teams = given.teams ?? given.team ?? [];
  // The IDs that the caller may not see were replaced in the request (`hideUnseen`).
  const asGiven = had.map((id) => (seen.includes(id) ? id : absentId(id)));
  if ((given.teams ?? given.team) && inOneOnly(asGiven, teams).length > 0)
    throw new DispatchError(
      1300,
      'Only administrators who see the whole organization can change which teams have a hub.',
    );
  return { ...given, teams: undefined, team: undefined };
}
