export { loadTables, type Selection } from './queries.ts';
