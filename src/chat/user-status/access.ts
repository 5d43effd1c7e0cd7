export { loadStatuses } from './queries.ts';
