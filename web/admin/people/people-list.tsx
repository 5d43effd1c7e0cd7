import { useEffect, useState } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import { usePages } from '../../shared/session/use-pages.ts';
import { locale } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { isOwner, session } from '../data/me.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { Frame } from '../shared/frame.tsx';
import { LastSeen } from '../shared/last-seen.tsx';
import { MoreButton } from '../shared/more-button.tsx';
import { Selectable, useSelected } from '../shared/selection.tsx';
import { words } from '../texts/index.ts';
import { InviteButton } from './invite-button.tsx';
import { KINDS, type PeopleAnswer, type Person } from './person.ts';
import { ChatBadge, DeliveryBadges } from './person-badges.tsx';
import { PeopleSelection } from './selection-bar.tsx';
import { peopleWords } from './texts/index.ts';

/** Pause in typing after which a search starts. */
const PAUSE_MS = 200;

const number = new Intl.NumberFormat(locale);

/** Everybody, narrowed by what stands in the address. */
export function PeopleList() {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const kind = params.get('kind') ?? 'all';
  const query = new URLSearchParams({ ...(search && { search }), ...(kind !== 'all' && { kind }) });
  const { rows, last, failure, busy, more, reload } = usePages<Person, PeopleAnswer>(
    `/api/admin/people${query.size > 0 ? `?${query}` : ''}`,
    ({ people }) => people,
  );
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const total = last?.total ?? 0;
  const { selected, setSelected, chosen } = useSelected(rows, ({ id }) => id);
  // Nobody is acted on who is not in the list.
  useEffect(() => setSelected(new Set()), [search, kind]);
  return (
    <Frame
      title={words.screens.people}
      lead={isOwner.value ? peopleWords.lead : peopleWords.leadChat}
      tools={<InviteButton onInvited={reload} />}
    >
      <search class="people-filter">
        <SearchField value={search} onChange={(value) => change('q', value)} />
        <label>
          <span class="unseen">{peopleWords.kind}</span>
          <select
            class="input"
            value={kind}
            onChange={({ currentTarget }) => change('kind', currentTarget.value === 'all' ? '' : currentTarget.value)}
          >
            {KINDS.filter((each) => isOwner.value || (each !== 'workers' && each !== 'invited')).map((each) => (
              <option key={each} value={each}>
                {peopleWords.kinds[each]}
              </option>
            ))}
          </select>
        </label>
        <p class="quiet-words" role="status">
          {rows &&
            (rows.length === total
              ? peopleWords.count({ count: total })
              : peopleWords.shown({ shown: number.format(rows.length), total: number.format(total) }))}
        </p>
      </search>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!rows && !failure && <Loading rows={10} />}
      {rows?.length === 0 && (
        <Empty level={2} icon="users" title={peopleWords.none} text={peopleWords.noneText}>
          <Button onClick={() => setParams({})}>{peopleWords.showAll}</Button>
        </Empty>
      )}
      {rows && rows.length > 0 && <PeopleTable rows={rows} total={total} selected={selected} onSelect={setSelected} />}
      {more && <MoreButton busy={busy} shown={rows?.length ?? 0} onMore={more} />}
      {chosen.length > 0 && <PeopleSelection people={chosen} onSelect={setSelected} onDone={reload} />}
    </Frame>
  );
}

interface PeopleTableProps {
  rows: readonly Person[];
  total: number;
  selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
}

function PeopleTable({ rows, total, selected, onSelect }: PeopleTableProps) {
  const me = session.value.person.id;
  const { columns } = peopleWords;
  return (
    <DataTable
      label={words.screens.people}
      rows={rows}
      total={total}
      idOf={({ id }) => id}
      columns={[
        {
          name: columns.person,
          show: ({ id, name, email, phone }) => (
            // Whoever looks cannot lock themselves out among many.
            <Selectable name={name} id={id} selected={selected} disabled={id === me} onSelect={onSelect}>
              <span class="people-face" aria-hidden="true">
                <Avatar name={name} id={id} />
              </span>
              <NameAndMore
                name={<Link href={`/people/${id}`}>{id === me ? `${name} (${peopleWords.you})` : name}</Link>}
                more={email ?? phone}
              />
            </Selectable>
          ),
        },
        { name: columns.chat, show: (person) => <ChatBadge person={person} /> },
        ...(isOwner.value
          ? [{ name: columns.deliveries, show: (person: Person) => <DeliveryBadges person={person} /> }]
          : []),
        {
          name: columns.used,
          show: ({ id, usedAt }) => <LastSeen at={usedAt} isHere={id === me} />,
        },
      ]}
    />
  );
}

/** Looks for what was typed when whoever types pauses, or presses Enter. */
function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      class="input"
      type="search"
      value={typed}
      placeholder={peopleWords.searchLabel}
      aria-label={peopleWords.searchLabel}
      autocomplete="off"
      maxLength={100}
      dir="auto"
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
