import { Field } from '../../shared/ui/field.tsx';
import { useAddress } from '../data/address.ts';
import { sortedByName, workersOfTeam } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { SwitchButton } from '../shared/switch-button.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { type DayRange, lastDays } from './range.ts';
import { analyticsWords as words } from './texts/index.ts';

/** Spans that most ask for; the first is today. */
const SPANS = [1, 7, 30];

/** The range, team and worker of the address. */
export function AnalyticsFilter({ range, problem }: { range: DayRange; problem: string | undefined }) {
  const [{ team, driver }, change] = useAddress();
  const { teams, workers } = floor.value.state;
  const ofTeam = team ? workersOfTeam(team) : sortedByName(workers);
  return (
    <search class="analytics-filter" aria-label={words.filter}>
      <div class="analytics-spans">
        {SPANS.map((days) => {
          const span = lastDays(days);
          return (
            <SwitchButton
              key={days}
              icon="clock"
              isOn={span.from === range.from && span.to === range.to}
              onChange={() => change({ since: span.from, until: span.to })}
            >
              {days === 1 ? words.today : words.lastDays({ days })}
            </SwitchButton>
          );
        })}
      </div>
      <Field label={words.from} problem={problem}>
        <input
          type="date"
          value={range.from}
          onChange={(event) => change({ since: event.currentTarget.value, until: range.to })}
        />
      </Field>
      <Field label={words.to}>
        <input
          type="date"
          value={range.to}
          onChange={(event) => change({ since: range.from, until: event.currentTarget.value })}
        />
      </Field>
      {teams.size > 1 && (
        <Field label={consoleWords.filter.team}>
          <select
            value={team ?? ''}
            onChange={(event) => change({ team: event.currentTarget.value, driver: undefined })}
          >
            <option value="">{consoleWords.filter.allTeams}</option>
            {sortedByName(teams).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={words.worker}>
        <select value={driver ?? ''} onChange={(event) => change({ driver: event.currentTarget.value })}>
          <option value="">{words.allWorkers}</option>
          {ofTeam.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </search>
  );
}
