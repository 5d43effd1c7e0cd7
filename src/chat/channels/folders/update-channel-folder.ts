import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, json, optional, text } from '../../http/params.ts';
import { doUpdateFolder } from './actions.ts';
import { checkFolderDescription, checkFolderName } from './names.ts';

export const updateChannelFolder = chatOperation({
  method: 'PATCH',
  path: '/channel_folders/:channel_folder_id',
  since: 389,
  summary: "Change a channel folder's name and description, archive or restore it",
  access: administrators,
  params: {
    channel_folder_id: inPath(described(Id, 'ID of the folder to change.')),
    name: optional(text(Type.String({ description: 'New name, at most 60 characters.' }))),
    description: optional(
      text(Type.String({ description: 'New Markdown text on what the folder is for, at most 1024 characters.' })),
    ),
    is_archived: optional(
      json(Type.Boolean({ description: 'Whether the folder is no longer used. It must not hold channels.' })),
    ),
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
