import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { APIS, readDocument, root, withPlainParameters } from '../documents.ts';
import { runTool, toolFolder } from '../run-tool.ts';

const OPTIONS = [
  '--root-types',
  '--root-types-no-schema-prefix',
  // A property with a default may be left out of a request.
  '--default-non-nullable=false',
  '--empty-objects-unknown',
];

/**
 * Writes the types of both APIs by openapi-typescript. It needs TypeScript 5 as a library, so it is installed in a
 * folder of its own.
 */
export async function generateTypeScript(): Promise<void> {
  const tools = toolFolder('typescript');
  await mkdir(tools, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    await cp(path.join(import.meta.dirname, file), path.join(tools, file));
  runTool('npm', ['ci', '--silent', '--no-audit', '--no-fund'], tools);
  const target = path.join(root, 'clients/typescript/src/generated');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const api of APIS) {
    const input = path.join(tools, `${api}.json`);
    await writeFile(input, JSON.stringify(withPlainParameters(await readDocument(api))));
    const output = path.join(target, `${api}.ts`);
    runTool(path.join(tools, 'node_modules/.bin/openapi-typescript'), [input, '-o', output, ...OPTIONS], tools);
    await writeFile(output, `${(await readFile(output, 'utf8')).trimEnd()}\n`);
  }
}
