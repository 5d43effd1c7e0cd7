import type { ComponentChildren } from 'preact';
import { wordsOf } from '../../../rules/words-of.ts';
import { locale } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { fieldValueOf, holderOf, stateOf, type TableSource, teamsOf } from '../../store/dispatch/select/table.ts';
import { addressLine, isLate, recipientName } from '../../store/dispatch/select/tasks.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import type { CustomField } from '../data/organization.ts';
import { lateText } from '../shared/lateness.ts';
import { NearTime, TaskWindow } from '../shared/task-window.tsx';
import { words as shell } from '../texts/index.ts';
import { tableWords } from './texts/index.ts';

/** Column of the table. */
export interface TableColumn {
  id: string;
  name: string;
  /** In rem. */
  width: number;
  isNumber?: boolean;
  /** By what it sorts. */
  key(task: Task, source: TableSource): string | number | null;
  /** As it stands in a file; times are milliseconds there, which the file writes in the organization's zone. */
  text(task: Task, source: TableSource): string | { at: number };
  /** In a file these stand in its place. */
  parts?: readonly TableColumn[];
  /** As it is shown, where that is more than the text. */
  cell?(task: Task, source: TableSource): ComponentChildren;
}

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });

/** Shown until somebody chooses others. */
export const usualColumns = ['recipient', 'address', 'state', 'worker', 'window', 'arrival', 'notes'];

/** Usual columns in the order of a phone: who, how it stands and when come first; the rest is to the side. */
const usualOnPhone = ['recipient', 'state', 'window', 'address', 'worker', 'arrival', 'notes'];

/** Returns the columns in the order in which they are shown. @param chosen by the person, or the usual ones */
export function shownIds(chosen: readonly string[], isNarrow: boolean): readonly string[] {
  return isNarrow && chosen.join() === usualColumns.join() ? usualOnPhone : chosen;
}

/** All columns that there are, in the order in which they are offered. */
export function columnsOf(fields: readonly CustomField[]): TableColumn[] {
  return [...peopleAndPlaces(), ...whoAndWhen(), ...whatColumns(), ...fields.map(columnOfField)];
}

function peopleAndPlaces(): TableColumn[] {
  const { columns } = tableWords;
  const part = (id: 'street' | 'number' | 'apartment' | 'postalCode' | 'city' | 'country', width: number) =>
    textColumn(id, columns[id], width, ({ destination }) => destination.address[id]);
  return [
    textColumn('recipient', columns.recipient, 13, recipientName),
    textColumn('phone', columns.phone, 10, (task) => task.recipients[0]?.phone),
    textColumn('address', columns.address, 20, addressLine),
    part('street', 12),
    part('number', 5),
    part('apartment', 8),
    part('postalCode', 7),
    part('city', 10),
    part('country', 7),
    textColumn('placeNotes', columns.placeNotes, 14, ({ destination }) => destination.notes),
  ];
}

function whoAndWhen(): TableColumn[] {
  const { columns } = tableWords;
  const ends = [
    timeColumn('completeAfter', columns.completeAfter, (task) => task.completeAfter),
    timeColumn('completeBefore', columns.completeBefore, (task) => task.completeBefore),
  ];
  return [
    {
      ...textColumn('state', columns.state, 9, (task) => tableWords.states[stateOf(task)]),
      cell: (task, { now }) => <StateCell task={task} now={now} />,
    },
    textColumn('worker', columns.worker, 12, (task, source) => {
      const { worker, team } = holderOf(task, source);
      return worker ? source.workers.get(worker)?.name : team && source.teams.get(team)?.name;
    }),
    textColumn('team', columns.team, 10, (task, source) =>
      teamsOf(task, source)
        .flatMap((id) => source.teams.get(id)?.name ?? [])
        .join(', '),
    ),
    {
      ...timeColumn('window', columns.window, (task) => task.completeBefore ?? task.completeAfter),
      width: 13,
      cell: (task) => <TaskWindow task={task} />,
      parts: ends,
    },
    ...ends,
    {
      ...timeColumn('arrival', columns.arrival, arrivalOf),
      cell: (task) => {
        const at = arrivalOf(task);
        return at !== null && <NearTime at={new Date(at)} />;
      },
    },
    timeColumn('completed', columns.completed, ({ completionDetails }) => completionDetails.time),
    timeColumn('created', columns.created, (task) => task.timeCreated),
    textColumn('reason', columns.reason, 12, ({ completionDetails: { success, failureReason } }) => {
      const reasons: Record<string, string> = shell.reasons;
      return success === false ? (reasons[failureReason] ?? failureReason) : undefined;
    }),
  ];
}

/** Expected arrival; none for a completed task. */
const arrivalOf = ({ state, estimatedArrivalTime }: Task) => (state < 3 ? estimatedArrivalTime : null);

function whatColumns(): TableColumn[] {
  const { columns } = tableWords;
  return [
    textColumn('notes', columns.notes, 18, (task) => task.notes),
    numberColumn('quantity', columns.quantity, (task) => task.quantity),
    numberColumn('serviceTime', columns.serviceTime, (task) => task.serviceTime),
    textColumn('pickup', columns.pickup, 6, (task) => (task.pickupTask ? tableWords.yes : undefined)),
    textColumn('skills', columns.skills, 10, (task) => task.skills.join(', ')),
    textColumn('order', columns.order, 9, (task) => task.orderShortId ?? undefined),
    textColumn('shortId', columns.shortId, 8, (task) => task.shortId),
  ];
}

/** The column of a custom field. */
export const fieldColumnId = (key: string) => `field:${key}`;

function columnOfField({ key, name, type, asArray }: CustomField): TableColumn {
  const column = textColumn(fieldColumnId(key), name, 10, (task) => fieldValueOf(task, key));
  if (asArray || (type !== 'integer' && type !== 'decimal')) return column;
  return { ...column, isNumber: true, key: (task) => Number(fieldValueOf(task, key) ?? Number.NaN) || null };
}

function textColumn(
  id: string,
  name: string,
  width: number,
  text: (task: Task, source: TableSource) => string | undefined,
): TableColumn {
  return {
    id,
    name,
    width,
    key: (task, source) => wordsOf(text(task, source) ?? '').join(' ') || null,
    text: (task, source) => text(task, source) ?? '',
  };
}

function timeColumn(id: string, name: string, time: (task: Task) => number | null): TableColumn {
  return {
    id,
    name,
    width: 9,
    key: time,
    text: (task) => {
      const at = time(task);
      return at === null ? '' : { at };
    },
  };
}

function numberColumn(id: string, name: string, number: (task: Task) => number): TableColumn {
  return { id, name, width: 6, isNumber: true, key: number, text: (task) => String(number(task) || '') };
}

/** Returns the content of a cell. */
export function contentOf(column: TableColumn, task: Task, source: TableSource): ComponentChildren {
  if (column.cell) return column.cell(task, source);
  const text = column.text(task, source);
  return typeof text === 'string' ? text : moment.format(text.at);
}

const kinds = { unassigned: 'warning', assigned: 'plain', active: 'accent', succeeded: 'good', failed: 'bad' } as const;

function StateCell({ task, now }: { task: Task; now: number }) {
  const state = stateOf(task);
  const badge = isLate(task, now) ? (
    <Badge kind="alarm" icon="clock">
      {lateText(task.delayTime)}
    </Badge>
  ) : null;
  const kind = kinds[state];
  return (
    <>
      <Badge kind={kind}>{tableWords.states[state]}</Badge>
      {badge}
    </>
  );
}
