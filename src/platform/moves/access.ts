export { findMove, loadOpenMoves, type MoveState, type OrganizationMove } from './queries.ts';
