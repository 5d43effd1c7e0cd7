import { defineFact } from '../../platform/events/facts.ts';
import type { OrganizationState } from '../../platform/events/organization-state.ts';
import { type Sight, WHOLE_SIGHT } from '../http/caller.ts';
import { findTeamsInSight } from './queries.ts';

const sights = defineFact('sight', ['dispatch.administrators', 'dispatch.team_managers', 'dispatch.teams']);
const supers = defineFact('super', ['dispatch.administrators', 'dispatch.team_managers', 'dispatch.teams']);

/**
 * Returns the sight of an administrator: the managed teams for a team manager, everything for any other, nothing for
 * one who is gone. Cached until some state changes: a change of managers emits an event of that kind.
 */
export function findSight(state: OrganizationState, organizationId: string, administratorId: string): Promise<Sight> {
  return state.of(organizationId).read(sights, administratorId, async (reader): Promise<Sight> => {
    const row = await findTeamsInSight(reader, administratorId);
    if (!row) return { teams: [] };
    return row.isSuper || row.teams.length === 0 ? WHOLE_SIGHT : { teams: row.teams };
  });
}

/** Whether this is the super administrator. Kept as their sight is. */
export function isSuperAdministrator(
  state: OrganizationState,
  organizationId: string,
  administratorId: string,
): Promise<boolean> {
  return state.of(organizationId).read(supers, administratorId, async (reader) => {
    const row = await findTeamsInSight(reader, administratorId);
    return row?.isSuper === true;
  });
}
