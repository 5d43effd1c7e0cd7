import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { useAddress } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { words } from '../texts/index.ts';
import './filter-tools.css';
import { SwitchButton } from './switch-button.tsx';

interface FilterToolsProps {
  /** The screen's name, for whoever does not see it. */
  title: string;
  /** Numbers for the shown tasks. */
  numbers: string;
  /** Options of the view: on a phone with the filters, behind one button. */
  options?: ComponentChildren;
  /** Tools that are always visible. */
  children?: ComponentChildren;
}

/** Filters of a screen with tasks in rows or workers in columns, stored in its address. On a phone they are behind a button. */
export function FilterTools({ title, numbers, options, children }: FilterToolsProps) {
  const [{ team, q, late, everybody }, change] = useAddress();
  const field = useRef<HTMLInputElement>(null);
  const more = useId();
  useKeys({ search: () => field.current!.focus() });
  const teams = [...floor.value.state.teams.values()].sort((a, b) => a.name.localeCompare(b.name));
  const active = [team, late, everybody].filter(Boolean).length;
  return (
    <search class="filter-tools">
      <h1 class="unseen">{title}</h1>
      <input
        ref={field}
        class="input"
        type="search"
        aria-label={words.filter.text}
        placeholder={words.filter.text}
        value={q ?? ''}
        onInput={(event) => change({ q: event.currentTarget.value })}
      />
      <button type="button" class="button filter-open" popovertarget={more}>
        <Icon name="list-filter" />
        <span>{words.filter.more}</span>
        {active > 0 && (
          <span class="badge count">
            <bdi aria-hidden="true">{active}</bdi>
            <span class="unseen">{words.filter.active({ count: active })}</span>
          </span>
        )}
      </button>
      <fieldset id={more} class="filter-more" popover="auto" aria-label={words.filter.more}>
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
        {options && <div class="filter-options">{options}</div>}
      </fieldset>
      <p class="filter-numbers" aria-live="polite">
        {numbers}
      </p>
      {children}
    </search>
  );
}
