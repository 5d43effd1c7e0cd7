export { countInvitable, type ImportRow, loadImportsOf, topicsOfMessages } from './queries.ts';
