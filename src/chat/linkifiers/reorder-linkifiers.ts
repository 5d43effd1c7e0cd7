import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { doOrderLinkifiers } from './actions.ts';

export const reorderLinkifiers = chatOperation({
  method: 'PATCH',
  path: '/realm/linkifiers',
  since: 202,
  summary: 'Set the order in which linkifiers are tried',
  access: administrators,
  params: {
    ordered_linkifier_ids: json(
      Type.Array(Id, { maxItems: 1000, description: 'IDs of all linkifiers. The first that matches makes the link.' }),
    ),
  },
  answer: {},
  async write({ tx }, { ordered_linkifier_ids }) {
    await doOrderLinkifiers(tx, ordered_linkifier_ids);
    return {};
  },
});
