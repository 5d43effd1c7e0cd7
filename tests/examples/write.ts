/** Writes `docs/openapi/examples/`, then run `npm run openapi`. A test says when they are out of date. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recordExamples } from './record.ts';

const root = path.resolve(import.meta.dirname, '../..');
await mkdir(path.join(root, 'docs/openapi/examples'), { recursive: true });
for (const [file, text] of await recordExamples()) await writeFile(path.join(root, file), text);
