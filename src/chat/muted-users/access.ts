export { loadMutedUsers } from './queries.ts';
