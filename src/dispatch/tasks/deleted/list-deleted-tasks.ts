import { type Static, Type } from 'typebox';
import { viewerOf } from '../../http/caller.ts';
import { dispatchOperation, JsonPages } from '../../http/operation.ts';
import { pagesOf } from '../../http/pages.ts';
import { CompletionReport, presentReport } from '../present-completion.ts';
import { type DeletedTaskRow, pageOfReported, type ReportedEnd } from './queries.ts';

/** Tasks in one answer. */
const MAX_TASKS = 1000;

/** A task that dispatch deleted and a worker did nevertheless. Ours. */
const DeletedTask = Type.Object({
  id: Type.String({ description: 'ID of the deleted task.' }),
  shortId: Type.String({ description: 'Eight digits that people can read out.' }),
  timeDeleted: Type.Integer({ description: 'When it was deleted, in milliseconds since 1970.' }),
  completionReports: Type.Array(CompletionReport, { description: 'What workers reported about it.' }),
});

export const listDeletedTasks = dispatchOperation({
  method: 'GET',
  path: '/tasks/deleted',
  summary: `List deleted tasks whose completion a worker reported, with the reports: the ${MAX_TASKS} with the newest`,
  access: 'apiKey',
  answer: Type.Array(DeletedTask),
  async read({ reader, caller }) {
    return new JsonPages(
      pagesOf<DeletedTaskRow & ReportedEnd, Static<typeof DeletedTask>>({
        most: MAX_TASKS,
        read: (after, limit) => pageOfReported(reader, viewerOf(caller), after, limit),
        present: (rows) => rows.map(presentDeletedTask),
      }),
    );
  },
});

function presentDeletedTask({ id, shortId, deletedAt, completionReports }: DeletedTaskRow): Static<typeof DeletedTask> {
  return { id, shortId, timeDeleted: deletedAt.getTime(), completionReports: completionReports.map(presentReport) };
}
