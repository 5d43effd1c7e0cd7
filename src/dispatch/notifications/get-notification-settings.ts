import { dispatchOperation } from '../http/operation.ts';
import { NotificationSettings, presentSettings } from './present.ts';

export const getNotificationSettings = dispatchOperation({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'What recipients and workers are told by SMS',
  access: 'apiKey',
  answer: NotificationSettings,
  read: ({ reader, caller, services, now }) => presentSettings(reader, caller.organizationId, services.config, now),
});
