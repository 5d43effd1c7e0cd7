/** Writes the table of settings in `docs/operators/settings.md`. A test says when it is out of date. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withSettingsTable } from './table.ts';

const file = path.resolve(import.meta.dirname, '../../docs/operators/settings.md');
await writeFile(file, withSettingsTable(await readFile(file, 'utf8')));
