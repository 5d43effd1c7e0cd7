import { type Static, Type } from 'typebox';
import { invalidValue } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Nullable } from '../../http/validate.ts';
import { accessTaskToRead } from '../access.ts';
import type { TaskRow } from '../task-row.ts';
import { HISTORY_KINDS, type HistoryKind } from './history-entry.ts';
import { type HistoryRow, pageOfHistory } from './queries.ts';

const MAX_ENTRIES = 100;

const Named = Type.Object({
  id: Type.String({ description: 'ID of the worker or the team.' }),
  name: Nullable(Type.String({ description: 'Present name; null if it was deleted.' })),
});

const HistoryEntry = Type.Object({
  id: Type.String({ description: 'ID of the entry, for `lastId`.' }),
  time: Type.Integer({ description: 'When it happened, in milliseconds since 1970.' }),
  kind: Type.Enum([...HISTORY_KINDS], { description: 'What happened to the task.' }),
  by: Nullable(
    Type.Object({
      type: Type.Enum(['API', 'ADMIN', 'WORKER'], { description: 'An API key, an administrator or a worker.' }),
      id: Type.String({ description: 'ID of the key, administrator or worker.' }),
      name: Nullable(Type.String(), {
        description: 'Their name; null for an API key and for somebody who was deleted.',
      }),
    }),
    { description: 'Who did it; null if it was nobody of your organization.' },
  ),
  worker: Nullable(Named, { description: "The worker whose list the task was in; null: no worker's." }),
  team: Nullable(Named, { description: "The team whose list the task was in; null: no team's." }),
});
type HistoryEntry = Static<typeof HistoryEntry>;

export const listTaskHistory = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId/history',
  summary: 'List what happened to a task, who did it, and whose list the task was in; oldest first',
  access: 'apiKey',
  ids: ['taskId'],
  query: {
    lastId: Type.String({
      maxLength: 40,
      description: 'ID of the last entry that you have. The answer continues after it.',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_ENTRIES,
      description: `Maximum number of entries; ${MAX_ENTRIES} if absent.`,
    }),
  },
  answer: Type.Object({
    history: Type.Array(HistoryEntry, { description: 'Entries, oldest first.' }),
    lastId: Type.Optional(
      Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' }),
    ),
  }),
  errors: [1402],
  async read({ reader, caller }, { path, query: { lastId, limit = MAX_ENTRIES } }) {
    const task = await accessTaskToRead(reader, path.taskId!);
    const after = readId(lastId);
    const rows = await pageOfHistory(reader.of(task.organizationId), task.id, after, limit + 1);
    // Nothing of another organization's people crosses.
    const present = task.organizationId === caller.organizationId ? presentEntry : presentForeign;
    const isOlder = lastId === undefined && !rows.some(({ kind }) => kind === 'created' || kind === 'cloned');
    const entries = [...(isOlder ? [creationOf(task)] : []), ...rows.map(present)];
    const history = entries.slice(0, limit);
    return { history, ...(entries.length > limit && { lastId: history.at(-1)!.id }) };
  },
});

const idOf = ({ eventId, kind }: { eventId: number; kind: HistoryKind }) => `${eventId}-${kind}`;

/** @throws {DispatchError} 1000 for what is no ID of an entry */
function readId(lastId: string | undefined): { eventId: number; kind: string } {
  if (lastId === undefined) return { eventId: 0, kind: '' };
  const [, eventId, kind] = /^(\d{1,15})-([a-z]+)$/.exec(lastId) ?? [];
  if (eventId === undefined) throw invalidValue('lastId must be the ID of an entry.');
  return { eventId: Number(eventId), kind: kind! };
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name });

function presentEntry(row: HistoryRow): HistoryEntry {
  const { byType, byId, byName, workerId, workerName, teamId, teamName } = row;
  return {
    ...presentForeign(row),
    by: byType === null || byId === null ? null : { type: byType, id: byId, name: byName },
    worker: named(workerId, workerName),
    team: named(teamId, teamName),
  };
}

function presentForeign(row: HistoryRow): HistoryEntry {
  return { id: idOf(row), time: row.at.getTime(), kind: row.kind, by: null, worker: null, team: null };
}

/** A task that is older than its history was created all the same. */
function creationOf({ createdAt }: TaskRow): HistoryEntry {
  return { id: '0-created', time: createdAt.getTime(), kind: 'created', by: null, worker: null, team: null };
}
