export type { Selection } from './queries.ts';
