import { locale } from '../../shared/texts/index.ts';
import { floor } from './floor.ts';

const collator = new Intl.Collator(locale, { numeric: true });

interface Named {
  id: string;
  name: string;
}

const byName = (one: Named, other: Named) => collator.compare(one.name, other.name);

/** All of them, in the order of their names. */
export function sortedByName<T extends Named>(of: ReadonlyMap<string, T>): T[] {
  return [...of.values()].sort(byName);
}

/** Whether whoever sits here sees the whole organization: only they make and delete teams and say who manages them. */
export function seesAll(): boolean {
  return floor.value.state.sight === null;
}

export function workersOfTeam(id: string) {
  return sortedByName(floor.value.state.workers).filter(({ teams }) => teams.includes(id));
}

export function teamsOfHub(id: string) {
  return sortedByName(floor.value.state.teams).filter(({ hub }) => hub === id);
}

/** The teams to which an administrator's sight is narrowed; none: they see everything. */
export function teamsOfManager(id: string) {
  return sortedByName(floor.value.state.teams).filter(({ managers }) => managers.includes(id));
}
