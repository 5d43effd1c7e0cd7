/** Writes the tables of settings in the documents that have one. A test says when one is out of date. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SETTINGS_DOCUMENTS, withSettingsTable } from './table.ts';

for (const [name, ofTests] of SETTINGS_DOCUMENTS) {
  const file = path.resolve(import.meta.dirname, '../..', name);
  await writeFile(file, withSettingsTable(await readFile(file, 'utf8'), ofTests));
}
