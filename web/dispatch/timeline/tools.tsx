import { useRef } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { useAddress } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { SwitchButton } from '../shared/switch-button.tsx';
import { words } from '../texts/index.ts';
import type { Axis } from './axis.ts';
import type { TimelineRow } from './rows.ts';
import { timelineWords } from './texts/index.ts';

interface ToolsProps {
  rows: readonly TimelineRow[];
  axis: Axis;
  onNow(): void;
  onZoom(scale: number): void;
}

/** What the timeline is narrowed to, how many hours it shows, and what it shows then in numbers. */
export function TimelineTools({ rows, axis: { scale, scales }, onNow, onZoom }: ToolsProps) {
  const [{ team, q, late, everybody }, change] = useAddress();
  const field = useRef<HTMLInputElement>(null);
  const zoom = (by: 1 | -1) => scale + by >= 0 && scale + by < scales && onZoom(scale + by);
  useKeys({ search: () => field.current!.focus(), zoomIn: () => zoom(1), zoomOut: () => zoom(-1) });
  const teams = [...floor.value.state.teams.values()].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <search class="board-tools">
      <h1 class="unseen">{words.screens.timeline}</h1>
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
        {timelineWords.numbers(
          rows.length,
          rows.reduce((sum, { day }) => sum + day.late, 0),
        )}
      </p>
      <div class="timeline-zoom">
        <Button icon="clock" onClick={onNow}>
          {timelineWords.goNow}
        </Button>
        <IconButton
          kind="plain"
          icon="minus"
          label={timelineWords.moreHours}
          disabled={scale === 0}
          onClick={() => zoom(-1)}
        />
        <IconButton
          kind="plain"
          icon="plus"
          label={timelineWords.fewerHours}
          disabled={scale === scales - 1}
          onClick={() => zoom(1)}
        />
      </div>
    </search>
  );
}
