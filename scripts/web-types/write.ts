/** Writes `web/store/wire/`. A test says when it is out of date. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wireTypeFiles } from './files.ts';

const root = path.resolve(import.meta.dirname, '../..');
for (const [file, text] of await wireTypeFiles()) await writeFile(path.join(root, file), text);
