import { Type } from 'typebox';
import { isOrderOf } from '../../platform/ids.ts';
import { administrators } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { loadFields } from './access.ts';
import { doOrderFields } from './actions.ts';
import { MAX_FIELDS } from './profile-field.ts';

export const orderProfileFields = chatOperation({
  method: 'PATCH',
  path: '/realm/profile_fields',
  summary: 'Set the order of the custom profile fields',
  access: administrators,
  params: {
    order: json(Type.Array(Id, { maxItems: MAX_FIELDS, description: 'IDs of all fields in their new order.' })),
  },
  answer: {},
  async write({ tx }, { order }) {
    await tx.position();
    const ids = (await loadFields(tx)).map(({ id }) => id);
    if (!isOrderOf(order, ids)) throw badRequest('Invalid order mapping.');
    await doOrderFields(tx, order);
    return {};
  },
});
