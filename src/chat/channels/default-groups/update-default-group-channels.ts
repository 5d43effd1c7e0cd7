import { Type } from 'typebox';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, json, text } from '../../http/params.ts';
import { accessGroupChannels } from './access.ts';
import { doUpdateDefaultGroup } from './actions.ts';

export const updateDefaultGroupChannels = chatOperation({
  method: 'PATCH',
  path: '/default_stream_groups/:group_id/streams',
  summary: 'Put channels into a group of default channels, or take them out',
  access: administrators,
  params: {
    group_id: inPath(Id),
    op: text(Type.Enum(['add', 'remove'])),
    stream_names: json(Type.Array(Type.String(), { maxItems: 1000 })),
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
