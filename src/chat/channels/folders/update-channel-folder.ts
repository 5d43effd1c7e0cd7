import { Type } from 'typebox';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, json, optional, text } from '../../http/params.ts';
import { doUpdateFolder } from './actions.ts';
import { checkFolderDescription, checkFolderName } from './names.ts';

export const updateChannelFolder = chatOperation({
  method: 'PATCH',
  path: '/channel_folders/:channel_folder_id',
  since: 389,
  summary: "Change a channel folder's name and description, archive it or bring it back",
  access: administrators,
  params: {
    channel_folder_id: inPath(Id),
    name: optional(text(Type.String())),
    description: optional(text(Type.String())),
    is_archived: optional(json(Type.Boolean())),
  },
  answer: {},
  async write({ tx }, { channel_folder_id, name, description, is_archived }) {
    await doUpdateFolder(tx, channel_folder_id, {
      name: name === undefined ? undefined : checkFolderName(name),
      description: description === undefined ? undefined : checkFolderDescription(description),
      isArchived: is_archived,
    });
    return {};
  },
});
