import { Type } from 'typebox';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { json, text } from '../../http/params.ts';
import { accessGroupChannels, checkDefaultGroupDescription, checkDefaultGroupName } from './access.ts';
import { doCreateDefaultGroup } from './actions.ts';

export const createDefaultGroup = chatOperation({
  method: 'POST',
  path: '/default_stream_groups/create',
  summary: 'Create a group of default channels that new users can choose',
  access: administrators,
  params: {
    group_name: text(Type.String({ description: 'Name of the new group of channels, at most 60 characters.' })),
    description: text(Type.String({ description: 'What the channels have in common, at most 1024 characters.' })),
    stream_names: json(
      Type.Array(Type.String(), { maxItems: 1000, description: 'Names of the channels to add to the group.' }),
    ),
  },
  answer: {},
  async write({ tx }, { group_name, description, stream_names }) {
    await tx.position();
    await doCreateDefaultGroup(tx, {
      name: checkDefaultGroupName(group_name),
      description: checkDefaultGroupDescription(description),
      channelIds: await accessGroupChannels(tx, stream_names),
    });
    return {};
  },
});
