/** Writes `docs/openapi/`. A test says when it is out of date. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApiFiles } from './documents.ts';

const root = path.resolve(import.meta.dirname, '../..');
await mkdir(path.join(root, 'docs/openapi'), { recursive: true });
for (const [file, text] of await openApiFiles()) await writeFile(path.join(root, file), text);
