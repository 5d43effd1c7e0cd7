import type { OrganizationState } from '../../platform/events/organization-state.ts';
import { type Sight, WHOLE_SIGHT } from '../http/caller.ts';
import { findTeamsInSight } from './queries.ts';

/**
 * Returns the sight of an administrator: the managed teams for a team manager, everything for any other, nothing for
 * one who is gone. Cached until some state changes: a change of managers emits an event of that kind.
 */
export function findSight(state: OrganizationState, organizationId: string, administratorId: string): Promise<Sight> {
  return state.of(organizationId).read(`sight ${administratorId}`, async (reader): Promise<Sight> => {
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
  return state.of(organizationId).read(`super ${administratorId}`, async (reader) => {
    const row = await findTeamsInSight(reader, administratorId);
    return row?.isSuper === true;
  });
}
