import { Type } from 'typebox';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, json } from '../../http/params.ts';
import { doOrderFolders } from './actions.ts';
import { MAX_FOLDERS } from './names.ts';

export const reorderChannelFolders = chatOperation({
  method: 'PATCH',
  path: '/channel_folders',
  since: 414,
  summary: 'Set the order of the channel folders',
  access: administrators,
  params: {
    order: json(
      Type.Array(Id, {
        maxItems: MAX_FOLDERS,
        description: 'IDs of all folders in their new order, archived ones too.',
      }),
    ),
  },
  answer: {},
  async write({ tx }, { order }) {
    await doOrderFolders(tx, order);
    return {};
  },
});
