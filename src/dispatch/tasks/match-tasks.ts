import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { presentTasks, Task } from './present.ts';
import { findTasksByMetadata } from './queries.ts';

const MOST = 1000;

export const matchTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/metadata',
  summary: `Find tasks (the first ${MOST}) that have all of these metadata items`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Task),
  async write({ tx, caller, services }, { body }) {
    const rows = await findTasksByMetadata(tx, caller.organizationId, body, MOST);
    return presentTasks(tx, caller.organizationId, rows, services.publicUrl());
  },
});
