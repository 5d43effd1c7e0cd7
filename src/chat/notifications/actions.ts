export { insertCursor as doReadForNotifications } from './queries.ts';
