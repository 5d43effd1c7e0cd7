/** Writes the generated code of the clients, all or those that are named. A test says when it is out of date. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestFile, digestsNow, LANGUAGES, type Language } from './digests.ts';
import { root } from './documents.ts';
import { generateGo } from './go/generate.ts';
import { generatePython } from './python/generate.ts';
import { generateTypeScript } from './typescript/generate.ts';

const GENERATORS: Record<Language, () => Promise<void>> = {
  typescript: generateTypeScript,
  python: generatePython,
  go: generateGo,
};

const named = process.argv.slice(2);
for (const language of LANGUAGES) {
  if (named.length > 0 && !named.includes(language)) continue;
  await GENERATORS[language]();
  const digests = `${JSON.stringify(await digestsNow(language), null, 2)}\n`;
  await writeFile(path.join(root, digestFile(language)), digests);
}
