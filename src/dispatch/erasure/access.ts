export { type DispatchSelf, findDispatchSelf } from './queries.ts';
