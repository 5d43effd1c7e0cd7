import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import type { TaskChannelRow } from '../conversations/access.ts';

const TaskChannel = Type.Object({
  channelId: Type.Integer({ description: 'The channel of the chat in which the topics of tasks are.' }),
  opensEveryTask: Type.Boolean({ description: 'Whether every task gets a topic; else one that somebody asks for.' }),
});

/** Channels for the topics of tasks. */
export const ConversationSettings = Type.Object({
  organization: Nullable(TaskChannel),
  teams: Type.Array(Type.Object({ team: Type.String(), ...TaskChannel.properties })),
});

export function presentConversationSettings(rows: readonly TaskChannelRow[]): Static<typeof ConversationSettings> {
  const own = rows.find(({ teamId }) => teamId === '');
  const shown = ({ channelId, opensEveryTask }: TaskChannelRow) => ({ channelId, opensEveryTask });
  return {
    organization: own ? shown(own) : null,
    teams: rows.filter(({ teamId }) => teamId !== '').map((row) => ({ team: row.teamId, ...shown(row) })),
  };
}
