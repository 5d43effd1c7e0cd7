import type { Tx } from '../../platform/db/tx.ts';
import { audienceOfLists } from '../events/audience.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import type { ContainerRow } from './queries.ts';

/** Change of a list: first some tasks leave it, then others are inserted before the one that is at `index` by then. */
export interface ListChange {
  removed: readonly string[];
  inserted: { index: number; ids: readonly string[] } | null;
  by: ActionContext | undefined;
}

/** Tells live views how a container's list has changed, never the whole list. `version` counts the changes of a container. */
export function emitListChange(
  tx: Tx,
  {
    organizationId,
    id,
    type,
    ownerId,
    version,
  }: Pick<ContainerRow, 'organizationId' | 'id' | 'type' | 'ownerId' | 'version'>,
  { removed, inserted, by }: ListChange,
): void {
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'container',
    audience: audienceOfLists({ type, id: ownerId }),
    ...(by ? { by } : {}),
    payload: { container: { id, type, owner: ownerId, removed, inserted, version } },
  });
}
