import { effect } from '@preact/signals';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { listKey, type Move, ownerOfKey } from '../../store/outbox/moves.ts';
import { words } from '../texts/index.ts';
import { floor, outbox, serverLists } from './floor.ts';
import { isMe } from './me.ts';
import { nameOfActor, nameOfOwner, taskLabel } from './names.ts';

/** Whoever moves a task so soon after did not know that it had been moved. */
const SAME_MOMENT_MS = 15_000;

/** Tasks that were moved here a moment ago, and whose list they went to. */
const moved = new Map<string, { key: string; at: number; onMoved: (tasks: readonly string[]) => void }>();

/**
 * From here on, whoever moves these tasks elsewhere at the same moment is told of: their change counts, being the later one.
 * @param onMoved is called with those that somebody else has moved
 */
export function watchMoved({ tasks, to }: Move, onMoved: (tasks: readonly string[]) => void): void {
  for (const id of tasks) moved.set(id, { key: listKey(to), at: Date.now(), onMoved });
}

effect(() => {
  const now = serverLists.value;
  if (moved.size === 0 || outbox.value.length > 0) return;
  const keys = new Map([...now].flatMap(([key, ids]) => ids.map((id) => [id, key] as const)));
  for (const [id, { key, at, onMoved }] of moved) {
    const current = keys.get(id);
    const last = floor.value.taskChanges.get(id);
    if (current === key && Date.now() - at < SAME_MOMENT_MS) continue;
    moved.delete(id);
    if (current === undefined || current === key || !last?.by || isMe(last.by)) continue;
    const [who, whom] = [nameOfActor(last.by), nameOfOwner(ownerOfKey(current))];
    onMoved([id]);
    showToast(
      words.moves.movedAfter({ what: taskLabel(id), who, whom, time: timeOfDay(new Date(last.at)) }),
      undefined,
      'refused',
    );
  }
});
