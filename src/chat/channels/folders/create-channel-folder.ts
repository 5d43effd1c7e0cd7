import { Type } from 'typebox';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { text, withDefault } from '../../http/params.ts';
import { doCreateFolder } from './actions.ts';
import { checkFolderDescription, checkFolderName } from './names.ts';

export const createChannelFolder = chatOperation({
  method: 'POST',
  path: '/channel_folders/create',
  since: 389,
  summary: 'Make a channel folder, behind all others',
  access: administrators,
  params: { name: text(Type.String()), description: withDefault(text(Type.String()), '') },
  answer: { channel_folder_id: Type.Integer() },
  async write({ tx, caller: { userId } }, given) {
    const described = { name: checkFolderName(given.name), description: checkFolderDescription(given.description) };
    return { channel_folder_id: await doCreateFolder(tx, userId, described) };
  },
});
