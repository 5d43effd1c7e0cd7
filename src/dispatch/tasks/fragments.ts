export { TASK } from './queries.ts';
export type { TaskRow } from './task-row.ts';
