export { countInvitable, type ImportRow, lastMessages, loadImportsOf, topicsOfMessages } from './queries.ts';
