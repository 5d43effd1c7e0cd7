import { metresBetween } from '../../../rules/sphere.ts';
import { distance } from '../../shared/texts/distance.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Option } from '../../shared/ui/list-box.tsx';
import { Palette } from '../../shared/ui/palette.tsx';
import { findByName } from '../../store/dispatch/select/names.ts';
import { taskPlace } from '../../store/dispatch/select/tasks.ts';
import { type ListOwner, listKey, ownerOfKey } from '../../store/outbox/moves.ts';
import { dayBecomes, movingOf } from '../data/days.ts';
import { floor, lists, positions } from '../data/floor.ts';
import { moveTasks } from '../data/moves.ts';
import { taskLabel } from '../data/names.ts';
import { select } from '../data/selection.ts';
import { useSpeeds } from '../data/travel.ts';
import { changeText } from '../shared/lateness.ts';
import { words } from '../texts/index.ts';

const MAX_OPTIONS = 12;

interface Assignee {
  owner: ListOwner;
  name: string;
  side: string;
}

/** Chooses by name who gets tasks, and says what their day becomes: who is on duty first, the nearest of them first. */
export function AssignPalette({ tasks, onClose }: { tasks: readonly string[]; onClose: () => void }) {
  useSpeeds();
  const everybody = assignees(tasks);
  const what = tasks.length === 1 ? taskLabel(tasks[0]!) : words.countOfTasks({ count: tasks.length });
  return (
    <Palette
      title={words.assign.title({ what })}
      placeholder={words.assign.placeholder}
      find={(query) => findByName(everybody, query, MAX_OPTIONS).map(optionOf)}
      onChoose={({ id }) => {
        moveTasks(tasks, ownerOfKey(id), null);
        select([]);
      }}
      onClose={onClose}
    />
  );
}

function assignees(tasks: readonly string[]): Assignee[] {
  const { state } = floor.value;
  const task = state.tasks.get(tasks[0]!);
  const [moving, now] = [movingOf(tasks), Date.now()];
  const workers = [...state.workers.values()]
    .map((worker) => {
      const owner: ListOwner = { type: 'WORKER', id: worker.id };
      const place = positions.value.positions.get(worker.id);
      const metres =
        task && place && place.lon !== null && place.lat !== null
          ? metresBetween([place.lon, place.lat], taskPlace(task))
          : Number.POSITIVE_INFINITY;
      const count = lists.value.get(listKey(owner))?.length ?? 0;
      const change = dayBecomes(worker, moving, null, now);
      const side = [
        words.duty[worker.onDuty ? 'idle' : 'off'],
        words.countOfTasks({ count }),
        ...(Number.isFinite(metres) ? [words.away({ distance: distance(metres) })] : []),
        ...(change ? [changeText(change.minutes, change.late)] : []),
      ]
        // A line ends between two of them.
        .map((part) => part.replaceAll(' ', '\u00a0'))
        .join(' · ');
      return { owner, name: worker.name, side, metres, onDuty: worker.onDuty };
    })
    .sort((a, b) => Number(b.onDuty) - Number(a.onDuty) || a.metres - b.metres || a.name.localeCompare(b.name));
  const teams = [...state.teams.values()].map(
    ({ id, name }): Assignee => ({ owner: { type: 'TEAM', id }, name, side: words.kinds.team }),
  );
  return [...workers, ...teams];
}

function optionOf({ owner, name, side }: Assignee): Option {
  return {
    id: listKey(owner),
    label: name,
    content: (
      <>
        {owner.type === 'WORKER' ? (
          <span aria-hidden="true">
            <Avatar size="small" name={name} id={owner.id} />
          </span>
        ) : (
          <Icon name="users" />
        )}
        <span class="found-name" dir="auto">
          {name}
        </span>
        <span class="found-side">{side}</span>
      </>
    ),
  };
}
