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
    'Sets the chat channel for the topics of tasks, of a team or of all others. Creates a private channel if none is named',
  access: 'apiKey',
  wholeSight: true,
  body: Type.Object({
    team: Type.Optional(Nullable(ObjectId)),
    channelId: Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'null: no topics any more' })),
    ),
    opensEveryTask: Type.Optional(Type.Boolean()),
    publicAllowed: Type.Optional(
      Type.Boolean({ description: 'whether every member may read what is said of tasks and their recipients' }),
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
