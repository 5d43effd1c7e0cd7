import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { APIS, type Api, readDocument, root, withPlainParameters } from '../documents.ts';
import { hoistTitled, schemasOf30, withoutContainerNames } from '../openapi30.ts';
import { type NamedDocument, nameSchemas, withTitles } from '../operations.ts';
import { runTool, toolFolder } from '../run-tool.ts';
import { goMethods } from './methods.ts';

const GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/**
 * Writes types and methods of both APIs: types by oapi-codegen, which reads OpenAPI 3.0, and a method for each operation.
 * ogen was the alternative: it refuses a parameter that may have one of several types.
 * @throws without Go
 */
export async function generateGo(): Promise<void> {
  await mkdir(toolFolder('go'), { recursive: true });
  for (const api of APIS) await generateApi(api);
  const client = path.join(root, 'clients/go');
  runTool('gofmt', ['-w', '.'], client);
  runTool('go', ['vet', './...'], client);
}

async function generateApi(api: Api): Promise<void> {
  const tools = toolFolder('go');
  const named = nameSchemas(withPlainParameters(await readDocument(api)));
  const schemas = withoutContainerNames(schemasOf30(hoistTitled(withTitles(named.schemas))));
  const info = { title: `Hubbub ${api} API`, version: '1' };
  const input = path.join(tools, `${api}.json`);
  await writeFile(input, JSON.stringify({ openapi: '3.0.3', info, paths: {}, components: { schemas } }));
  const config = path.join(tools, `${api}.yaml`);
  const output = path.join(root, 'clients/go', api, 'types_generated.go');
  await writeFile(
    config,
    JSON.stringify({
      package: api,
      generate: { models: true },
      output,
      'output-options': {
        'skip-prune': true,
        'name-normalizer': 'ToCamelCaseWithInitialisms',
        'prefer-skip-optional-pointer-on-container-types': true,
      },
    }),
  );
  runTool('go', ['run', GENERATOR, '--config', config, input], tools);
  await writeFile(
    path.join(root, 'clients/go', api, 'methods_generated.go'),
    goMethods(api, withGoNames(named, await readFile(output, 'utf8'))),
  );
}

/** Returns the operations with the names of types that the generator has written: it turns `ApiKey` into `APIKey`. */
function withGoNames({ operations, schemas }: NamedDocument, types: string): NamedDocument {
  const written = new Map([...types.matchAll(/^type (\w+) /gm)].map(([, name]) => [name!.toLowerCase(), name!]));
  const inGo = (name: string | undefined) => name && (written.get(name.toLowerCase()) ?? name);
  return {
    schemas,
    operations: operations.map((operation) => ({
      ...operation,
      params: inGo(operation.params),
      body: inGo(operation.body),
      answer: inGo(operation.answer),
    })),
  };
}
