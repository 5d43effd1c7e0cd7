/** `npm run new -- chat|dispatch RESOURCE OPERATION ['METHOD /path']`: an operation and its test, to be filled. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { APIS, type Api, filesOf } from './operation.ts';

const USAGE = `npm run new -- chat|dispatch RESOURCE OPERATION ['METHOD /path']
as in: npm run new -- chat drafts pin-draft 'POST /drafts/:draft_id/pin'`;

const root = path.resolve(import.meta.dirname, '../..');
const [api, resource, id, route] = process.argv.slice(2);

try {
  if (!APIS.includes(api as Api) || !resource || !id) throw new Error(USAGE);
  const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge']);
  const existing = operations.filter(api === 'chat' ? isChatOperation : isDispatchOperation);
  for (const [file, text] of filesOf({ api: api as Api, resource, id, route }, existing)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    // An existing file is never overwritten.
    await writeFile(path.join(root, file), text, { flag: 'wx' });
    console.log(file);
  }
  console.log(
    'Write the summary, and in each description what the value means: unit, default, limits. The tests ask for them.',
  );
  console.log('Next: CONTRIBUTING.md, "An operation in five steps".');
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EEXIST' ? `${id}.ts exists already; nothing was written.` : message);
  process.exitCode = 1;
}
