import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { TaskChannelRow } from '../conversations/access.ts';

const TaskChannel = Type.Object({
  channelId: Type.Integer({ description: 'ID of the chat channel with the topics of tasks.' }),
  opensEveryTask: Type.Boolean({
    description: 'True if every task gets a topic. Otherwise the first message creates it.',
  }),
});

/** Channels for the topics of tasks. */
export const ConversationSettings = Type.Object({
  organization: Nullable(TaskChannel, { description: 'Channel for tasks of teams without one; null: no topics.' }),
  teams: Type.Array(Type.Object({ team: Type.String({ description: 'ID of the team.' }), ...TaskChannel.properties }), {
    description: 'Channels of single teams.',
  }),
});

export function presentConversationSettings(rows: readonly TaskChannelRow[]): Static<typeof ConversationSettings> {
  const own = rows.find(({ teamId }) => teamId === '');
  const shown = ({ channelId, opensEveryTask }: TaskChannelRow) => ({ channelId, opensEveryTask });
  return {
    organization: own ? shown(own) : null,
    teams: rows.filter(({ teamId }) => teamId !== '').map((row) => ({ team: row.teamId, ...shown(row) })),
  };
}
