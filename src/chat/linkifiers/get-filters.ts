import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { presentedFilters } from './access.ts';
import { LinkifierTuple } from './present.ts';

/** client: zulip-js knows this older form alone. */
export const getFilters = chatOperation({
  method: 'GET',
  path: '/realm/filters',
  summary: "List the organization's linkifiers in their older form",
  access: anyUser,
  params: {},
  answer: { filters: Type.Array(LinkifierTuple, { description: 'Linkifiers, each as pattern, template and ID.' }) },
  async read({ reader }) {
    return { filters: await presentedFilters(reader) };
  },
});
