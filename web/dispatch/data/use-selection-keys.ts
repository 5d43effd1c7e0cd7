import { useKeys } from '../../shared/keys.ts';
import { useAddress } from './address.ts';
import { floor } from './floor.ts';
import { mayWrite } from './me.ts';
import { unassignTasks } from './moves.ts';
import { select, selection } from './selection.ts';

/**
 * The keys that assign and unassign: they mean the selection, and without one the task that is open beside the screen.
 * @param onAssign the selection is to be assigned
 */
export function useSelectionKeys(onAssign: () => void): void {
  const [{ task: open }] = useAddress();
  const withSelection = (act: (ids: string[]) => void) => () => {
    if (selection.value.size === 0 && open && (floor.value.state.tasks.get(open)?.state ?? 3) < 2) select([open]);
    if (selection.value.size > 0) act([...selection.value]);
  };
  useKeys(mayWrite.value ? { assign: withSelection(onAssign), unassign: withSelection(unassignTasks) } : {});
}
