import { useRef } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import type { BoardColumn } from '../../store/dispatch/select/board.ts';
import { isLate } from '../../store/dispatch/select/tasks.ts';
import { useAddress } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { SwitchButton } from '../shared/switch-button.tsx';
import { words } from '../texts/index.ts';

/** What the board is narrowed to, and what it shows then, in numbers. */
export function BoardTools({ columns, now }: { columns: readonly BoardColumn[]; now: number }) {
  const [{ team, q, late, everybody }, change] = useAddress();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ search: () => field.current!.focus() });
  const teams = [...floor.value.state.teams.values()].sort((a, b) => a.name.localeCompare(b.name));
  const all = columns.flatMap(({ tasks, active }) => [...active, ...tasks]);
  const waiting = columns.filter(({ worker }) => !worker).reduce((sum, { tasks }) => sum + tasks.length, 0);
  return (
    <search class="board-tools">
      <h1 class="unseen">{words.screens.board}</h1>
      <input
        ref={field}
        class="input"
        type="search"
        aria-label={words.filter.text}
        placeholder={words.filter.text}
        value={q ?? ''}
        onInput={(event) => change({ q: event.currentTarget.value })}
      />
      {teams.length > 1 && (
        <select
          class="input"
          aria-label={words.filter.team}
          value={team ?? ''}
          onChange={(event) => change({ team: event.currentTarget.value })}
        >
          <option value="">{words.filter.allTeams}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <SwitchButton icon="clock" isOn={late !== undefined} onChange={(on) => change({ late: on ? '1' : undefined })}>
        {words.filter.late}
      </SwitchButton>
      <SwitchButton
        icon="users"
        isOn={everybody !== undefined}
        onChange={(on) => change({ everybody: on ? '1' : undefined })}
      >
        {words.filter.everybody}
      </SwitchButton>
      <p class="board-numbers" aria-live="polite">
        {words.numbers(waiting, all.length - waiting, all.filter((task) => isLate(task, now)).length)}
      </p>
    </search>
  );
}
