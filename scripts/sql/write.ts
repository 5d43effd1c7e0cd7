/**
 * Writes `sql/`: the statements as PostgreSQL gets them, for whoever reviews a change. A test says when it is out of date
 * (scripts/sql/README.md).
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesOf } from './files.ts';
import { readStatements } from './statements.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { statements, wrong } = await readStatements(root);
for (const text of wrong) console.error(text);
await rm(path.join(root, 'sql'), { recursive: true, force: true });
for (const [file, text] of filesOf(statements)) {
  await mkdir(path.join(root, path.dirname(file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}
console.log(`${statements.length} statements written.`);
process.exit(wrong.length > 0 ? 1 : 0);
