/** `npm run new -- chat|dispatch RESOURCE OPERATION`: an operation and its test, to be filled. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { APIS, type Api, filesOf } from './operation.ts';

const root = path.resolve(import.meta.dirname, '../..');
const [api, resource, id] = process.argv.slice(2);

try {
  if (!APIS.includes(api as Api) || !resource || !id) {
    throw new Error('npm run new -- chat|dispatch RESOURCE OPERATION, as in: npm run new -- chat drafts create-draft');
  }
  for (const [file, text] of filesOf({ api: api as Api, resource, id })) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    // Nothing that is there is written over.
    await writeFile(path.join(root, file), text, { flag: 'wx' });
    console.log(file);
  }
  console.log('Next: CONTRIBUTING.md, "An operation in five steps".');
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EEXIST' ? `${id}.ts is there already; nothing was written.` : message);
  process.exitCode = 1;
}
