import { type Static, Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { described } from '../../platform/http/described.ts';
import { type ContainerListRow, findContainerLists, pageOfContainerLists } from '../containers/access.ts';
import { pagesOf } from '../http/pages.ts';
import { seesTeam, seesWorker } from '../sight/fragments.ts';
import type { LiveSource } from '../sight/live-source.ts';

const OwnerType = Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER']);

/** A container as live views have it; of one that was never used there is none. */
export const LiveContainer = Type.Object({
  id: Type.String({ description: 'ID of the container.' }),
  type: described(OwnerType, 'Kind of its owner.'),
  owner: Type.String({ description: 'ID of its owner.' }),
  version: Type.Integer({ description: "Number of the list's version, which grows with each change." }),
  tasks: Type.Array(Type.String(), { description: 'IDs of the tasks, in order.' }),
});
type LiveContainer = Static<typeof LiveContainer>;

/**
 * Change of a container's list: some tasks left it, then others were inserted before the one that is at `index` by
 * then.
 */
export const LiveSplice = Type.Object({
  id: Type.String({ description: 'ID of the container.' }),
  type: described(OwnerType, 'Kind of its owner.'),
  owner: Type.String({ description: 'ID of its owner.' }),
  removed: Type.Array(Type.String(), { description: 'IDs of the tasks that left the list.' }),
  inserted: Type.Union(
    [
      Type.Object({
        index: Type.Integer({ description: 'Place of the first of them, once the removed ones are gone.' }),
        ids: Type.Array(Type.String(), { description: 'IDs of the tasks, in order.' }),
      }),
      Type.Null(),
    ],
    { description: 'Tasks that joined the list; null: none.' },
  ),
  version: Type.Integer({ description: 'Number of the version that the list has now.' }),
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
