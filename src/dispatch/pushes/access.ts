export { whoSubscribed } from './queries.ts';
