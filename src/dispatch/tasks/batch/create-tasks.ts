import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doCreateFromLines } from '../imported-lines/actions.ts';
import { digestsOf, importedLines, LineKey } from '../imported-lines/input.ts';
import { Task } from '../present.ts';
import { batchTasks, doCreateBatch, MAX_BATCH_MIB, MAX_BATCH_TASKS, prepareBatch } from './actions.ts';
import { TaskFailure } from './failure.ts';

const Line = Type.Object({
  key: LineKey,
  again: Type.Optional(
    Type.Boolean({ description: 'True: the line becomes a task also if it did before. False if absent.' }),
  ),
});

/** Body of a batch. */
export const batchInput = Type.Object({ tasks: batchTasks, lines: importedLines(Line) });

export const createTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/batch',
  summary: `Create up to ${MAX_BATCH_TASKS} tasks, each by itself. If one fails, the others are still created`,
  access: 'apiKey',
  body: batchInput,
  transport: { bodyMib: MAX_BATCH_MIB },
  answer: Type.Object({
    tasks: Type.Array(Task, { description: 'The created tasks.' }),
    errors: Type.Array(TaskFailure, { description: 'Tasks that failed, each with the reason.' }),
    importedBefore: Type.Optional(
      Type.Array(Type.Integer(), {
        description:
          'With `lines`: indexes (from 0) of the tasks that were not created, because their lines had already become tasks.',
      }),
    ),
  }),
  errors: [2400],
  // First: no address is looked up for lines that are refused.
  async prepare(request, { body: { tasks, lines } }) {
    const digests = lines && digestsOf(lines, tasks.length);
    return { digests, prepared: await prepareBatch(request, request.caller.organizationId, tasks) };
  },
  async write({ tx, caller, services }, { body: { lines } }, { digests, prepared }) {
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    if (!lines || !digests) return doCreateBatch(tx, services, actor, prepared);
    const given = lines.map(({ again = false }, n) => ({ digest: digests[n]!, prepared: prepared[n]!, again }));
    const { tasks, errors, before } = await doCreateFromLines(tx, services, actor, given);
    return { tasks, errors, importedBefore: before };
  },
});
