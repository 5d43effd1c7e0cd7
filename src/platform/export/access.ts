export { loadTables } from './queries.ts';
