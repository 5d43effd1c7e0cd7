import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { MAX } from '../organization/quotas.ts';
import { pick, readFields, workerCondition } from './filter.ts';
import { pagesOfWorkers } from './list.ts';
import { Worker } from './present.ts';

export const listWorkers = dispatchOperation({
  method: 'GET',
  path: '/workers',
  summary: 'Workers, by team, state, phone and skills (all of them), whole or with the named fields only',
  access: 'apiKey',
  query: {
    filter: Type.String(),
    teams: Type.String(),
    states: Type.String(),
    phones: Type.String(),
    skills: Type.String(),
    ids: Type.String({ maxLength: 3000, description: 'Up to 100 IDs, separated by commas.' }),
    name: Type.String({ maxLength: 200, description: 'Part of the name, in any case.' }),
  },
  answer: Type.Array(Type.Partial(Worker)),
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
