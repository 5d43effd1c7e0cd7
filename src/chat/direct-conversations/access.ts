export { findDirectConversation } from './queries.ts';
