import { Type } from 'typebox';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable, ObjectId } from '../../dispatch/http/validate.ts';
import { loadTaskChannels } from '../conversations/access.ts';
import { doSetTaskChannel } from './actions.ts';
import { ConversationSettings, presentConversationSettings } from './present.ts';

export const updateConversationSettings = dispatchOperation({
  method: 'PUT',
  path: '/conversations/settings',
  summary:
    'Set the chat channel for the topics of tasks, of a team or of all others. Without a channel, a private one is created',
  access: 'apiKey',
  wholeSight: true,
  body: Type.Object({
    team: Type.Optional(
      Nullable(ObjectId, { description: 'ID of the team; absent or null: all tasks of teams without a channel.' }),
    ),
    channelId: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'ID of the chat channel; null: no more topics. If absent, a private channel is created.',
        }),
      ),
    ),
    opensEveryTask: Type.Optional(
      Type.Boolean({ description: 'True: every task gets a topic. Otherwise the first message creates it.' }),
    ),
    publicAllowed: Type.Optional(
      Type.Boolean({ description: 'True allows a channel in which every member may read about tasks and recipients.' }),
    ),
  }),
  answer: ConversationSettings,
  errors: [1402],
  async write({ tx, services, caller }, { body }) {
    await doSetTaskChannel(tx, services, caller, {
      teamId: body.team ?? '',
      channelId: body.channelId,
      opensEveryTask: body.opensEveryTask,
      isPublicAllowed: body.publicAllowed ?? false,
    });
    return presentConversationSettings(await loadTaskChannels(tx));
  },
});
