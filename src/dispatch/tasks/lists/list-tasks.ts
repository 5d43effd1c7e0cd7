import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { OBJECT_ID_PATTERN } from '../../../platform/ids.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { containerId } from '../../containers/access.ts';
import { invalidType, invalidValue, missing } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Millis, ObjectId } from '../../http/validate.ts';
import { accessTaskToRead } from '../access.ts';
import { presentPage, TaskPage } from '../present-tasks.ts';
import { listTasks as findPage, type TaskFilter } from '../queries.ts';

/** Clients.md D.2. */
const PAGE = 64;
const MAX_IDS = 1000;

const date = (millis: number | undefined) => (millis === undefined ? undefined : new Date(Math.floor(millis)));

export const listTasksOperation = dispatchOperation({
  method: 'GET',
  path: '/tasks/all',
  summary: 'List tasks by time, oldest first, 64 a page',
  access: 'apiKey',
  query: {
    from: described(
      Millis,
      'Required. Tasks completed from this time on, or created if they are open; in milliseconds since ' + '1970.',
    ),
    to: described(Millis, 'Tasks completed before this time, or created if they are open; in milliseconds since 1970.'),
    lastId: described(ObjectId, 'The `lastId` of the page before.'),
    state: Type.String({ description: 'States to list, from 0 to 3, separated by commas.' }),
    worker: described(ObjectId, 'ID of the worker whose tasks to list.'),
    completeBeforeBefore: described(
      Millis,
      'Tasks with a `completeBefore` earlier than this, in milliseconds since 1970.',
    ),
    completeAfterAfter: described(Millis, 'Tasks with a `completeAfter` later than this, in milliseconds since 1970.'),
    dependencies: Type.String({ description: 'IDs separated by commas. Tasks that depend on one of them.' }),
    containers: Type.String({
      description: 'IDs of containers or of their owners, separated by commas. Tasks in one of them.',
    }),
  },
  answer: TaskPage,
  errors: [1402],
  async read({ reader, caller, services, now }, { query }) {
    const { organizationId } = caller;
    if (query.from === undefined) throw missing('from is required.');
    const filter: TaskFilter = {
      from: date(query.from),
      to: date(query.to),
      states: query.state === undefined ? undefined : readStates(query.state),
      worker: query.worker,
      completeBeforeBefore: date(query.completeBeforeBefore),
      completeAfterAfter: date(query.completeAfterAfter),
      dependencies: readIds('dependencies', query.dependencies),
      containers: readIds('containers', query.containers)?.flatMap((id) => [
        id,
        ...(['WORKER', 'TEAM', 'ORGANIZATION'] as const).map((type) => containerId(organizationId, type, id)),
        // That of an executor.
        containerId(id, 'ORGANIZATION', id),
      ]),
    };
    const cursor = query.lastId ? await accessTaskToRead(reader, query.lastId) : undefined;
    const rows = await findPage(reader, caller, filter, cursor, PAGE + 1);
    return presentPage(reader, rows, PAGE, {
      publicUrl: await organizationUrl(services, organizationId),
      now,
    });
  },
});

/** client: gonfleet writes a list as `[a b]`, the others as `a,b`. */
function words(text: string): string[] {
  return text
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/[\s,]+/)
    .filter(Boolean);
}

function readStates(text: string): number[] {
  return words(text).map((word) => {
    if (!/^[0-3]$/.test(word)) throw invalidValue('state must be numbers from 0 to 3, separated by commas.');
    return Number(word);
  });
}

function readIds(name: string, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const ids = words(text);
  if (ids.length > MAX_IDS) throw invalidValue(`${name} can have at most ${MAX_IDS} IDs.`);
  if (ids.some((id) => !new RegExp(OBJECT_ID_PATTERN).test(id))) throw invalidType(`${name} contains an invalid ID.`);
  return ids;
}
