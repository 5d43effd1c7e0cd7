import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { MAX } from '../organization/quotas.ts';
import { pick, readFields, workerCondition } from './filter.ts';
import { pagesOfWorkers } from './list.ts';
import { type Worker, WorkerFields } from './present.ts';

export const listWorkers = dispatchOperation({
  method: 'GET',
  path: '/workers',
  summary: 'List workers by team, state, phone and skills, whole or with the named fields only',
  access: 'apiKey',
  query: {
    filter: Type.String({ description: 'Fields to return for each worker, separated by commas; all if absent.' }),
    teams: Type.String({ description: 'IDs of teams, separated by commas. Workers of at least one of them.' }),
    states: Type.String({
      description:
        'States, separated by commas. 0: off duty, 1: on duty without an active task, 2: with an active task.',
    }),
    phones: Type.String({ description: 'Phone numbers, separated by commas.' }),
    skills: Type.String({ description: 'Skills, separated by commas. Workers who have all of them.' }),
    ids: Type.String({ maxLength: 3000, description: 'Up to 100 IDs, separated by commas.' }),
    name: Type.String({ maxLength: 200, description: 'Part of the name, in any case.' }),
  },
  answer: Type.Array(WorkerFields),
  async read({ caller, reader, services }, { query }) {
    const { country } = await accessOrganization(reader);
    const condition = workerCondition(query, country);
    const fields = readFields(query.filter);
    const pages = pagesOfWorkers(
      reader,
      caller,
      condition,
      MAX.workers,
      await organizationUrl(services, caller.organizationId),
    );
    return new JsonPages(picked(pages, fields));
  },
});

async function* picked(pages: AsyncIterable<Worker[]>, fields: Set<string> | undefined) {
  for await (const page of pages) yield page.map((worker) => pick(worker, fields));
}
