/**
 * Writes `sql/`: the statements as PostgreSQL gets them, for whoever reviews a change. A test says when it is out of date
 * (docs/decisions/0011-statements-from-the-source.md).
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { collectStatements } from './collect.ts';
import { filesOf } from './files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { fixed, composed } = collectStatements(root);
await rm(path.join(root, 'sql'), { recursive: true, force: true });
for (const [file, text] of filesOf(fixed)) {
  await mkdir(path.join(root, path.dirname(file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}
console.log(`${fixed.length} statements written; ${composed.length} are put together when they run.`);
