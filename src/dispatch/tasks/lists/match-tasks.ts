import { Type } from 'typebox';
import { dispatchOperation } from '../../http/operation.ts';
import { MAX_MATCHES } from '../../metadata/match.ts';
import { MetadataQuery } from '../../metadata/metadata.ts';
import { presentTasks, Task } from '../present.ts';
import { findTasksByMetadata } from '../queries.ts';

export const matchTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/metadata',
  summary: `Tasks (the first ${MAX_MATCHES}) whose metadata has every given item`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Task),
  async read({ reader, caller, services, now }, { body }) {
    const rows = await findTasksByMetadata(reader, caller.organizationId, body, MAX_MATCHES);
    return presentTasks(reader, caller.organizationId, rows, { publicUrl: services.publicUrl(), now });
  },
});
