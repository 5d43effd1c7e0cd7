import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doSetRealmPicture } from './actions.ts';

export const deleteRealmIcon = chatOperation({
  method: 'DELETE',
  path: '/realm/icon',
  summary: "Delete the organization's icon",
  access: administrators,
  params: {},
  answer: {},
  async write({ tx }) {
    await doSetRealmPicture(tx, 'icon', null);
    return {};
  },
});
