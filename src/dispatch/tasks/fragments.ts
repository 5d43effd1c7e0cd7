export { TASK, type TaskRow } from './queries.ts';
