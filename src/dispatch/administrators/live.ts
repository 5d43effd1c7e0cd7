import { type Static, Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { MAX } from '../organization/quotas.ts';
import type { LiveSource } from '../sight/live-source.ts';
import { Administrator, presentAdministrator } from './present.ts';
import { type AdministratorRow, findAdministrators, pageOfAdministrators } from './queries.ts';

/** An administrator as live views have them: teams say who manages them. */
export const LiveAdministrator = Type.Omit(Administrator, ['teams']);
type LiveAdministrator = Static<typeof LiveAdministrator>;

function present(row: AdministratorRow): LiveAdministrator {
  const { teams: _teams, ...administrator } = presentAdministrator(row);
  return administrator;
}

export const liveAdministrators: LiveSource<LiveAdministrator> = {
  pages: ({ reader }) =>
    pagesOf<AdministratorRow & PageEnd, LiveAdministrator>({
      most: MAX.administrators,
      read: (after, limit) => pageOfAdministrators(reader, sql`true`, after, limit),
      present: (rows) => rows.map(present),
    }),
  byId: async ({ reader }, ids) => (await findAdministrators(reader, ids)).map(present),
  isSeen: () => true,
};
