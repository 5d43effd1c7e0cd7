export { findDeletedTaskOf, lockDeletedTask } from './queries.ts';
