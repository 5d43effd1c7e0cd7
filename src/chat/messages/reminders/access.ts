export { loadRemindersOf } from './queries.ts';
