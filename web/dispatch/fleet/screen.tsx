import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { List } from '../../shared/ui/list.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { findByName } from '../../store/dispatch/select/names.ts';
import { knownSkills } from '../../store/dispatch/select/skills.ts';
import { addressLine } from '../../store/dispatch/select/tasks.ts';
import type { LiveHub as Hub, LiveTeam as Team } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { seesAll, sortedByName } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { PeopleImport } from '../people-import/people-import.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { Administrators } from './administrators.tsx';
import './fleet.css';
import { People } from './people.tsx';
import { fleetWords as words } from './texts/index.ts';
import { UninvitedPart } from './uninvited-part.tsx';

const VIEWS = ['workers', 'teams', 'hubs', 'administrators'] as const;
type View = (typeof VIEWS)[number];

const NEW = { workers: 'worker', teams: 'team', hubs: 'hub', administrators: 'administrator' } as const;
const ICONS: Record<View, IconName> = { workers: 'user', teams: 'users', hubs: 'house', administrators: 'user' };
/** Views in which only people who see the whole organization can create objects. */
const OF_ALL: readonly View[] = ['teams', 'administrators'];

/** Rows that are shown at once; more on demand. */
const ROWS = 200;

/** Screen with the workers, teams and hubs. */
export function FleetScreen() {
  const [{ view: asked, q = '', skill = '' }, change] = useAddress();
  const { openNew } = useSheet();
  const [importing, setImporting] = useState<'workers' | 'hubs'>();
  const views = VIEWS.filter((each) => each !== 'administrators' || seesAll());
  const view = views.find((each) => each === asked) ?? 'workers';
  const { state } = floor.value;
  const mayMake = mayWrite.value && (!OF_ALL.includes(view) || seesAll());
  const all = state[view].size;
  const skills = view === 'workers' ? knownSkills({ workers: state.workers, tasks: new Map() }) : [];
  const make = (
    <Button kind={all === 0 ? 'primary' : 'plain'} icon="plus" onClick={() => openNew(NEW[view])}>
      {words.make[view]}
    </Button>
  );
  const mayImport = view !== 'administrators' && mayWrite.value && seesAll();
  const bring = (
    <Button icon="upload" onClick={() => setImporting(view === 'hubs' ? 'hubs' : 'workers')}>
      {words.import.open}
    </Button>
  );
  return (
    <div class="fleet-screen list-screen">
      <div class="fleet-tools">
        <h1>{consoleWords.screens.fleet}</h1>
        {all > 0 && (
          <input
            class="input"
            type="search"
            aria-label={words.filter}
            placeholder={words.filter}
            value={q}
            onInput={(event) => change({ q: event.currentTarget.value })}
          />
        )}
        {(skills.length > 0 || (skill !== '' && view === 'workers')) && (
          <select
            class="input"
            aria-label={consoleWords.worker.skills}
            value={skill}
            onChange={(event) => change({ skill: event.currentTarget.value })}
          >
            <option value="">{words.allSkills}</option>
            {[...new Set([...skills, ...(skill === '' ? [] : [skill])])].map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
        {mayImport && all > 0 && bring}
        {mayMake && all > 0 && make}
      </div>
      <Tabs
        label={consoleWords.screens.fleet}
        tabs={views.map((id) => ({ id, label: words.tab[id]({ count: state[id].size }) }))}
        current={view}
        onChange={(id) => change({ view: id, q: undefined })}
      >
        {all === 0 ? (
          <Empty level={2} icon={ICONS[view]} title={words.none[view]} text={words.noneText[view]}>
            {mayMake && make}
            {mayImport && bring}
          </Empty>
        ) : (
          <Rows key={view} view={view} query={q} />
        )}
      </Tabs>
      {importing === 'workers' && (
        <PeopleImport
          load={async () => (await import('./import/worker-list.ts')).workerList()}
          onClose={() => setImporting(undefined)}
        />
      )}
      {importing === 'hubs' && (
        <PeopleImport
          load={async () => (await import('./import/hub-list.ts')).hubList()}
          onClose={() => setImporting(undefined)}
        />
      )}
    </div>
  );
}

function Rows({ view, query }: { view: View; query: string }) {
  const [limit, setLimit] = useState(ROWS);
  const [{ worker, open, skill }] = useAddress();
  const { state } = floor.value;
  const narrowed = <T extends { id: string; name: string }>(of: ReadonlyMap<string, T>) =>
    query.trim() === '' ? sortedByName(of) : findByName([...of.values()], query, of.size);
  const found = {
    workers: narrowed(state.workers).filter(({ skills }) => !skill || skills.includes(skill)),
    teams: narrowed(state.teams),
    hubs: narrowed(state.hubs),
    administrators: narrowed(state.administrators),
  };
  const rest = found[view].length - limit;
  const mayInvite = view === 'workers' && mayWrite.value;
  return (
    <>
      {mayInvite && [...state.workers.values()].some(({ accountStatus }) => accountStatus === 'INVITED') && (
        <UninvitedPart />
      )}
      {found[view].length === 0 && <p class="quiet-words">{words.nobodyFits}</p>}
      {view === 'workers' && found.workers.length > 0 && (
        <People label={words.make.workers} of={found.workers.slice(0, limit)} selected={worker} />
      )}
      {view === 'teams' && <Teams of={found.teams.slice(0, limit)} open={open} />}
      {view === 'administrators' && <Administrators of={found.administrators.slice(0, limit)} open={open} />}
      {view === 'hubs' && <Hubs of={found.hubs.slice(0, limit)} open={open} />}
      {rest > 0 && <Button onClick={() => setLimit(limit + ROWS)}>{words.more({ count: rest })}</Button>}
    </>
  );
}

function Teams({ of, open }: { of: readonly Team[]; open: string | undefined }) {
  const { openTeam } = useSheet();
  const { hubs, workers } = floor.value.state;
  const counts = countsOf([...workers.values()].flatMap(({ teams }) => teams));
  return (
    <Named
      label={words.tabNames.teams}
      of={of}
      selected={open?.slice('team-'.length)}
      onOpen={openTeam}
      about={({ id, hub }) => [
        words.countOfMembers({ count: counts.get(id) ?? 0 }),
        hub === null ? undefined : hubs.get(hub)?.name,
      ]}
    />
  );
}

function Hubs({ of, open }: { of: readonly Hub[]; open: string | undefined }) {
  const { openHub } = useSheet();
  const counts = countsOf([...floor.value.state.teams.values()].map(({ hub }) => hub));
  return (
    <Named
      label={words.tabNames.hubs}
      of={of}
      selected={open?.slice('hub-'.length)}
      onOpen={openHub}
      about={(hub) => [addressLine({ destination: hub }), words.countOfTeams({ count: counts.get(hub.id) ?? 0 })]}
    />
  );
}

/** Counts the occurrences of each element. */
function countsOf<T>(ids: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

interface NamedProps<T> {
  label: string;
  of: readonly T[];
  selected: string | undefined;
  onOpen(id: string): void;
  about(each: T): ComponentChildren[];
}

/** Rows of a name and what else is to be said. */
function Named<T extends { id: string; name: string }>({ label, of, selected, onOpen, about }: NamedProps<T>) {
  return (
    <List
      label={label}
      items={of}
      idOf={({ id }) => id}
      selected={selected}
      onOpen={({ id }) => onOpen(id)}
      render={(each) => (
        <>
          <span class="grow" dir="auto">
            {each.name}
          </span>
          <span class="fleet-about" dir="auto">
            {about(each).filter(Boolean).join(' · ')}
          </span>
        </>
      )}
    />
  );
}
