import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { Analytics, analyticsOf, analyticsQuery, readTimeRange } from '../analytics/analytics.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorker } from './access.ts';
import { presentOneWorker } from './actions.ts';
import { pick, readFields } from './filter.ts';
import { WorkerFields } from './present.ts';

export const getWorker = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId',
  summary: 'Get a worker, whole or with the named fields only, and on request what they did in a period',
  access: 'apiKey',
  ids: ['workerId'],
  query: {
    filter: Type.String({ description: 'Fields to return, separated by commas; all if absent.' }),
    ...analyticsQuery,
  },
  answer: Type.Intersect([
    WorkerFields,
    Type.Object({
      analytics: Type.Optional(
        described(Analytics, 'What the worker did in the requested period; only with `analytics`.'),
      ),
    }),
  ]),
  errors: [1402],
  async read({ caller, reader, services, now }, { path, query }) {
    const row = await accessWorker(reader, path.workerId!);
    const worker = pick(
      await presentOneWorker(reader, row, await organizationUrl(services, caller.organizationId)),
      readFields(query.filter),
    );
    if (!query.analytics) return worker;
    const analytics = await analyticsOf(reader, row.id, readTimeRange(query, now), now);
    return { ...worker, analytics };
  },
});
