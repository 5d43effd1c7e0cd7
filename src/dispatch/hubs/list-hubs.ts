import { type Static, Type } from 'typebox';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { MAX } from '../organization/quotas.ts';
import { Hub, presentHub } from './present.ts';
import { type HubRow, pageOfHubs } from './queries.ts';

export const listHubs = dispatchOperation({
  method: 'GET',
  path: '/hubs',
  summary: 'List all hubs of the organization',
  access: 'apiKey',
  answer: Type.Array(Hub),
  async read({ reader }) {
    return new JsonPages(
      pagesOf<HubRow & PageEnd, Static<typeof Hub>>({
        most: MAX.hubs,
        read: (after, limit) => pageOfHubs(reader, after, limit),
        present: (rows) => rows.map(presentHub),
      }),
    );
  },
});
