import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { typeFiles } from './types.ts';

const root = path.resolve(import.meta.dirname, '../..');

for (const [file, text] of typeFiles()) await writeFile(path.join(root, file), text);
