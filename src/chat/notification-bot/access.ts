export { loadBotId as findNotificationBotId } from './queries.ts';
