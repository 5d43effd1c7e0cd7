export { loadSnippetsOf } from './queries.ts';
