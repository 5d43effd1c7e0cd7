import type { TableFilter, TableState } from '../../store/dispatch/select/table.ts';
import { tableStates } from '../../store/dispatch/select/table.ts';
import type { AddressParts } from '../data/address.ts';

/** The parts of the address that narrow the table; a saved filter keeps these. */
export const filterParts = [
  ...['q', 'team', 'of', 'state', 'late', 'from', 'to', 'doneFrom', 'doneTo', 'skill', 'field', 'value'],
  'sort',
] as const satisfies readonly (keyof AddressParts)[];

/** Sort order of the table: a column, ascending or descending. */
export interface Sort {
  column: string;
  isDescending: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/** Returns the table's filter in the address. Days and times are in the reader's time zone. */
export function filterOf(parts: AddressParts): TableFilter {
  const [from, to] = [timeOf(parts.from), timeOf(parts.to)];
  const [doneFrom, doneTo] = [dayOf(parts.doneFrom), dayOf(parts.doneTo)];
  return {
    text: parts.q,
    state: tableStates.find((each) => each === parts.state) satisfies TableState | undefined,
    team: parts.team,
    worker: parts.of,
    late: parts.late !== undefined,
    window: from === undefined && to === undefined ? undefined : { from: from ?? 0, to: to ?? Number.MAX_VALUE },
    completed:
      doneFrom === undefined && doneTo === undefined
        ? undefined
        : { from: doneFrom ?? 0, to: doneTo === undefined ? Number.MAX_VALUE : nextDay(doneTo) },
    skill: parts.skill,
    field: parts.field && parts.value ? { key: parts.field, text: parts.value } : undefined,
  };
}

/**
 * Returns the server query for tasks completed before those in the feed.
 * @param since time from which the feed is complete
 */
export function olderQuery({ completed, state, worker }: TableFilter, since: number): string | undefined {
  if (!completed || completed.from >= since) return undefined;
  if (state && state !== 'succeeded' && state !== 'failed') return undefined;
  const query = new URLSearchParams({
    state: '3',
    from: String(completed.from),
    to: String(Math.min(completed.to, since)),
    ...(worker && { worker }),
  });
  return query.toString();
}

export function sortOf({ sort }: AddressParts): Sort {
  if (!sort) return { column: 'created', isDescending: true };
  return { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') };
}

function timeOf(text: string | undefined): number | undefined {
  const time = text ? new Date(text).getTime() : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

function dayOf(text: string | undefined): number | undefined {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) ? timeOf(`${text}T00:00`) : undefined;
}

/** Returns the start of the next day: days have another length when summer time begins or ends. */
function nextDay(at: number): number {
  const day = new Date(at + DAY_MS + DAY_MS / 2);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}
