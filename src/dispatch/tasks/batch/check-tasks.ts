import { Type } from 'typebox';
import { MAX_LINES } from '../../../../rules/table-file.ts';
import { described } from '../../../platform/http/described.ts';
import { MAX_CONTAINER_TASKS } from '../../containers/actions.ts';
import { PlannedRoom } from '../../containers/room.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Nullable } from '../../http/validate.ts';
import { loadImportedLines } from '../imported-lines/access.ts';
import { digestsOf, importedLines, LineKey } from '../imported-lines/input.ts';
import { ContainerInput } from '../input.ts';
import { batchTasks, MAX_BATCH_MIB, MAX_BATCH_TASKS, prepareBatch } from './actions.ts';
import { BatchCheck, checkBatch, checkRoom, reserveRoom } from './check-batch.ts';

const Line = Type.Object({ key: LineKey });

const Earlier = Type.Object({
  container: Type.Optional(described(ContainerInput, "List that the tasks would join; the organization's if absent.")),
  count: Type.Integer({ minimum: 1, maximum: MAX_CONTAINER_TASKS, description: 'Number of tasks.' }),
});

export const checkTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/batch/check',
  summary: `Check up to ${MAX_BATCH_TASKS} tasks as \`POST /tasks/batch\` would. Nothing is created`,
  access: 'apiKey',
  body: Type.Object({
    tasks: batchTasks,
    lines: importedLines(Line),
    earlier: Type.Optional(
      Type.Array(Earlier, {
        maxItems: MAX_LINES,
        description:
          'For a list that is checked in parts: how many tasks the earlier parts would create in which containers. ' +
          'These tasks take up space that this part no longer has.',
      }),
    ),
  }),
  transport: { bodyMib: MAX_BATCH_MIB },
  answer: Type.Object({
    results: Type.Array(BatchCheck, { description: 'In the order of the tasks.' }),
    importedAt: Type.Optional(
      Type.Array(Nullable(Type.Integer()), {
        description:
          'With `lines`: when the line of each task became a task, in milliseconds since 1970; null if it did not.',
      }),
    ),
  }),
  onlyReads: () => true,
  // First: no address is looked up for lines that are refused.
  async prepare(request, { body: { tasks, lines } }) {
    const digests = lines && digestsOf(lines, tasks.length);
    return { digests, prepared: await prepareBatch(request, request.caller.organizationId, tasks) };
  },
  async write({ tx, caller }, { body: { earlier = [] } }, { digests, prepared }) {
    const results = await checkBatch(tx, caller, prepared);
    const known = digests ? await loadImportedLines(tx, digests) : [];
    const times = new Map(known.map((line) => [line.digest, line.importedAt.getTime()]));
    const importedAt = digests?.map((digest) => times.get(digest) ?? null);
    const created = [...prepared.entries()].flatMap(([n, one]) =>
      'error' in one || results[n]!.error !== null || typeof importedAt?.[n] === 'number' ? [] : [{ n, one }],
    );
    const room = new PlannedRoom();
    await reserveRoom(tx, earlier, room);
    const refusals = await checkRoom(
      tx,
      created.map(({ one }) => one),
      room,
    );
    for (const [at, { n }] of created.entries()) results[n] = { ...results[n]!, error: refusals[at]! };
    return { results, ...(importedAt && { importedAt }) };
  },
});
