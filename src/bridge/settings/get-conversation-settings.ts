import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { loadTaskChannels } from '../conversations/access.ts';
import { ConversationSettings, presentConversationSettings } from './present.ts';

export const getConversationSettings = dispatchOperation({
  method: 'GET',
  path: '/conversations/settings',
  summary: 'Get the chat channels that contain the topics of tasks',
  access: 'apiKey',
  wholeSight: true,
  answer: ConversationSettings,
  read: async ({ reader }) => presentConversationSettings(await loadTaskChannels(reader)),
});
