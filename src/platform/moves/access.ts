export { findMove, type MoveState, type OrganizationMove } from './queries.ts';
