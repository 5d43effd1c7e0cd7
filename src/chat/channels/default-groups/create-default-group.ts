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
    group_name: text(Type.String()),
    description: text(Type.String()),
    stream_names: json(Type.Array(Type.String(), { maxItems: 1000 })),
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
