import path from 'node:path';

/** Folder of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');
