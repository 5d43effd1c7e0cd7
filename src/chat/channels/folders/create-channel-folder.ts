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
  summary: 'Create a channel folder, after all others',
  access: administrators,
  params: {
    name: text(Type.String({ description: 'Name of the folder, at most 60 characters.' })),
    description: withDefault(
      text(Type.String({ description: 'Markdown on what the folder is for, at most 1024 characters.' })),
      '',
    ),
  },
  answer: { channel_folder_id: Type.Integer({ description: 'ID of the new folder.' }) },
  async write({ tx, caller: { userId } }, given) {
    const described = { name: checkFolderName(given.name), description: checkFolderDescription(given.description) };
    return { channel_folder_id: await doCreateFolder(tx, userId, described) };
  },
});
