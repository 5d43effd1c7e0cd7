import { type Static, Type } from 'typebox';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { MAX } from '../organization/quotas.ts';
import type { LiveSource } from '../sight/live-source.ts';
import { Hub, presentHub } from './present.ts';
import { findHubs, type HubRow, pageOfHubs } from './queries.ts';

/** A hub as live views have it: its teams say that it is theirs. */
export const LiveHub = Type.Omit(Hub, ['teams']);
type LiveHub = Static<typeof LiveHub>;

function present(row: HubRow): LiveHub {
  const { teams: _teams, ...hub } = presentHub(row);
  return hub;
}

export const liveHubs: LiveSource<LiveHub> = {
  pages: ({ reader }) =>
    pagesOf<HubRow & PageEnd, LiveHub>({
      most: MAX.hubs,
      read: (after, limit) => pageOfHubs(reader, after, limit),
      present: (rows) => rows.map(present),
    }),
  byId: async ({ reader }, ids) => (await findHubs(reader, ids)).map(present),
  isSeen: () => true,
};
