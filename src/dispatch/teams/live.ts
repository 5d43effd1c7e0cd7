import { type Static, Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { MAX } from '../organization/quotas.ts';
import { seesTeam } from '../sight/fragments.ts';
import type { LiveSource } from '../sight/live-source.ts';
import { presentTeamHolding, Team } from './present.ts';
import { findTeams, pageOfTeams, type TeamRow } from './queries.ts';

/** A team as live views have it: its workers say that they are in it, its container what it holds. */
export const LiveTeam = Type.Omit(Team, ['tasks', 'workers']);
type LiveTeam = Static<typeof LiveTeam>;

function present(row: TeamRow): LiveTeam {
  const { tasks: _tasks, workers: _workers, ...team } = presentTeamHolding(row, undefined);
  return team;
}

export const liveTeams: LiveSource<LiveTeam> = {
  pages: (view) =>
    pagesOf<TeamRow & PageEnd, LiveTeam>({
      most: MAX.teams,
      read: (after, limit) => pageOfTeams(view.reader, seesTeam(view, sql`id`), after, limit),
      present: (rows) => rows.map(present),
    }),
  byId: async ({ reader }, ids) => (await findTeams(reader, ids)).map(present),
  isSeen: ({ id }, { teams }) => teams.has(id),
};
