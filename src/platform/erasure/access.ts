export { type ErasureRow, loadErasures } from './queries.ts';
