import { type Static, Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { type ContainerListRow, findContainerLists, pageOfContainerLists } from '../containers/access.ts';
import { pagesOf } from '../http/pages.ts';
import { seesTeam, seesWorker } from '../sight/fragments.ts';
import type { LiveSource } from '../sight/live-source.ts';

const OwnerType = Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER']);

/** A container as live views have it; of one that was never used there is none. */
export const LiveContainer = Type.Object({
  id: Type.String(),
  type: OwnerType,
  owner: Type.String(),
  version: Type.Integer(),
  tasks: Type.Array(Type.String()),
});
type LiveContainer = Static<typeof LiveContainer>;

/**
 * Change of a container's list: some tasks left it, then others were inserted before the one that is at `index` by
 * then.
 */
export const LiveSplice = Type.Object({
  id: Type.String(),
  type: OwnerType,
  owner: Type.String(),
  removed: Type.Array(Type.String()),
  inserted: Type.Union([Type.Object({ index: Type.Integer(), ids: Type.Array(Type.String()) }), Type.Null()]),
  version: Type.Integer(),
});

const PAGE = 200;

export const liveContainers: LiveSource<LiveContainer> = {
  pages: (view) => {
    const ownerInSight = sql<boolean>`(c.type = 'ORGANIZATION'
      or c.type = 'TEAM' and ${seesTeam(view, sql`c.owner_id`)}
      or c.type = 'WORKER' and ${seesWorker(view, sql`c.owner_id`)})`;
    return pagesOf<ContainerListRow, LiveContainer>({
      most: Number.POSITIVE_INFINITY,
      size: PAGE,
      read: (after, limit) => pageOfContainerLists(view.reader, ownerInSight, after?.id, limit),
      present: (rows) => [...rows],
    });
  },
  byId: ({ reader }, ids) => findContainerLists(reader, ids),
  isSeen: ({ type, owner }, { teams, workers }) =>
    type === 'ORGANIZATION' || (type === 'TEAM' ? teams : workers).has(owner),
};
