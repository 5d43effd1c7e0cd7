import type { BoardColumn } from '../../store/dispatch/select/board.ts';
import { isLate } from '../../store/dispatch/select/tasks.ts';
import { FilterTools } from '../shared/filter-tools.tsx';
import { words } from '../texts/index.ts';

/** Filters of the board, and the resulting numbers. */
export function BoardTools({ columns, now }: { columns: readonly BoardColumn[]; now: number }) {
  const all = columns.flatMap(({ tasks, active }) => [...active, ...tasks]);
  const waiting = columns.filter(({ worker }) => !worker).reduce((sum, { tasks }) => sum + tasks.length, 0);
  const late = all.filter((task) => isLate(task, now)).length;
  return (
    <FilterTools
      title={words.screens.board}
      numbers={words.numbers({ waiting, assigned: all.length - waiting, late })}
    />
  );
}
