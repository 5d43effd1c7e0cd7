import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, json, text } from '../../http/params.ts';
import { accessGroupChannels } from './access.ts';
import { doUpdateDefaultGroup } from './actions.ts';

export const updateDefaultGroupChannels = chatOperation({
  method: 'PATCH',
  path: '/default_stream_groups/:group_id/streams',
  summary: 'Add channels to a group of default channels, or remove them',
  access: administrators,
  params: {
    group_id: inPath(described(Id, 'ID of the group of channels to change.')),
    op: text(
      Type.Enum(['add', 'remove'], { description: 'Whether the channels are added to the group or removed from it.' }),
    ),
    stream_names: json(
      Type.Array(Type.String(), { maxItems: 1000, description: 'Names of the channels to add or remove.' }),
    ),
  },
  answer: {},
  async write({ tx }, { group_id, op, stream_names }) {
    await tx.position();
    const ids = await accessGroupChannels(tx, stream_names);
    await doUpdateDefaultGroup(tx, group_id, ({ channelIds }) => {
      const others = channelIds.filter((id) => !ids.includes(id));
      return { channelIds: op === 'add' ? [...others, ...ids].toSorted((a, b) => a - b) : others };
    });
    return {};
  },
});
