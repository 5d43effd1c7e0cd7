import { dispatchOperation } from '../http/operation.ts';
import { NotificationSettings, presentSettings } from './present.ts';

export const getNotificationSettings = dispatchOperation({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Get the settings of SMS to recipients and workers',
  access: 'apiKey',
  answer: NotificationSettings,
  read: ({ reader, services, now }) => presentSettings(reader, services.config, now),
});
