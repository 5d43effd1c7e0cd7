export { loadImportedLines, loadNamedInFiles } from './queries.ts';
