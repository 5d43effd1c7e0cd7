import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { json, withDefault } from '../../http/params.ts';
import { presentedFolders } from './access.ts';
import { ChannelFolderObject } from './folder.ts';

export const getChannelFolders = chatOperation({
  method: 'GET',
  path: '/channel_folders',
  since: 389,
  summary: 'List the channel folders of the organization, in their order',
  access: anyUser,
  params: {
    include_archived: withDefault(json(Type.Boolean({ description: 'Whether the list has archived folders.' })), false),
  },
  answer: {
    channel_folders: Type.Array(ChannelFolderObject, {
      description: 'Folders in the order in which clients show them.',
    }),
  },
  async read({ reader }, { include_archived }) {
    return { channel_folders: await presentedFolders(reader, include_archived) };
  },
});
