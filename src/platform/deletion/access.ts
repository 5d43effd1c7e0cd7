export { loadForeignColumns } from './queries.ts';
