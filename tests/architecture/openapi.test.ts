import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { openApiFiles } from '../../scripts/openapi/documents.ts';
import { findDeclarations, operationApi } from '../../src/platform/http/registry.ts';
import { startTestServer } from '../harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: a document
type Json = any;
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Keywords of JSON Schema 2020-12 whose values are schemas, and where they are. */
function schemasIn(schema: Json): [string, Json][] {
  const one = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'].map((name) => [name, schema[name]]);
  const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) =>
    (schema[name] ?? []).map((member: Json, index: number) => [`${name}/${index}`, member]),
  );
  const maps = ['properties', 'patternProperties', '$defs'].flatMap((name) =>
    Object.entries(schema[name] ?? {}).map(([key, member]) => [`${name}/${key}`, member]),
  );
  return [...one.filter(([, member]) => member !== undefined), ...lists, ...maps] as [string, Json][];
}

function assertSchema(schema: Json, at: string): void {
  if (typeof schema === 'boolean') return;
  assert.ok(typeof schema === 'object' && schema !== null && !Array.isArray(schema), `${at} is no schema`);
  for (const type of [schema.type ?? []].flat()) assert.ok(TYPES.includes(type), `${at}: type ${type}`);
  if (schema.required) {
    assert.ok(Array.isArray(schema.required), `${at}: required`);
    for (const name of schema.required)
      assert.ok(Object.hasOwn(schema.properties ?? {}, name), `${at}: required ${name} is no property`);
  }
  for (const name of ['anyOf', 'oneOf', 'allOf', 'enum'])
    if (name in schema) assert.ok(Array.isArray(schema[name]) && schema[name].length > 0, `${at}: ${name}`);
  if (schema.pattern) assert.doesNotThrow(() => new RegExp(schema.pattern, 'u'), `${at}: pattern`);
  for (const [where, member] of schemasIn(schema)) assertSchema(member, `${at}/${where}`);
}

/** Returns the targets of references, such as `#/components/schemas/Task`. */
function referencesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

function assertContent(content: Json, at: string): void {
  assert.ok(Object.keys(content).length > 0, at);
  for (const [type, media] of Object.entries<Json>(content)) {
    assert.match(type, /^[a-z]+\/([a-z0-9.+-]+|\*)$/);
    assertSchema(media.schema, `${at} ${type}`);
  }
}

/** Bytes of the documents together. */
let total = 0;

for (const [api, path] of [
  ['chat', '/api/v1/openapi.json'],
  ['dispatch', '/api/v2/openapi.json'],
  ['session', '/api/session/openapi.json'],
] as const) {
  describe(`the OpenAPI document of the ${api} API`, async () => {
    const response = await fetch(`${server.url}${path}`);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const document = (await response.json()) as Json;
    const operations: [string, string, Json][] = Object.entries<Json>(document.paths).flatMap(([at, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]): [string, string, Json] => [at, method, operation]),
    );

    test('is of version 3.1 and has what every document must', () => {
      assert.equal(document.openapi, '3.1.0');
      assert.deepEqual([typeof document.info.title, typeof document.info.version], ['string', 'string']);
      assert.deepEqual(document.servers, [{ url: path.replace('/openapi.json', '') }]);
      for (const { security = [] } of [document, ...operations.map(([, , operation]) => operation)])
        for (const requirement of security)
          for (const name of Object.keys(requirement)) assert.ok(document.components.securitySchemes[name], name);
    });

    test('has every declared operation, once', async () => {
      const declared = (await findDeclarations(['platform', 'chat', 'dispatch', 'bridge', 'pages'])).operations.filter(
        (operation) => operation[operationApi] === api,
      );
      assert.deepEqual(
        operations.map(([, , { operationId }]) => operationId).sort(),
        declared.map(({ id }) => id).sort(),
      );
      const ids = new Set(operations.map(([, , { operationId }]) => operationId));
      assert.equal(ids.size, operations.length);
      // Addresses that differ only in the names of their parameters are the same address.
      const forms = Object.keys(document.paths).map((at) => at.replaceAll(/\{[^}]+\}/g, '{}'));
      assert.equal(new Set(forms).size, forms.length);
    });

    test('has each named schema, shared response, parameter and header once, and refers to all of them and no others', () => {
      const { securitySchemes: _named, ...components } = document.components;
      const { schemas } = components;
      const there = Object.entries<Json>(components).flatMap(([kind, members]) =>
        Object.keys(members).map((name) => `#/components/${kind}/${name}`),
      );
      assert.deepEqual([...new Set(referencesIn(document))].sort(), there.sort());
      for (const [name, schema] of Object.entries(schemas)) {
        assert.match(name, /^[A-Z][A-Za-z0-9]+$/);
        assertSchema(schema, name);
      }
    });

    test('is small: less than 650 kB, and all documents less than 1.6 MB', () => {
      const { length } = JSON.stringify(document);
      assert.ok(length < 650_000, `${length} bytes`);
      total += length;
      assert.ok(total < 1_600_000, `${total} bytes of all documents so far`);
    });

    test('tells the forms of a union apart by a constant that each of them must have', () => {
      const { schemas } = document.components;
      const named = (reference: string): Json => schemas[reference.split('/').at(-1)!];
      const unions = Object.entries<Json>(schemas).filter(([, { discriminator }]) => discriminator);
      for (const [name, { oneOf, discriminator }] of unions) {
        const { propertyName, mapping } = discriminator;
        assert.deepEqual(
          Object.values(mapping),
          oneOf.map(({ $ref }: Json) => $ref),
          name,
        );
        const formsOf = (schema: Json): Json[] =>
          schema.oneOf?.flatMap(({ $ref }: Json) => formsOf(named($ref))) ?? [schema];
        for (const [constant, reference] of Object.entries<string>(mapping))
          for (const { properties, required } of formsOf(named(reference))) {
            assert.equal(properties[propertyName].const, constant, `${name}: ${reference}`);
            assert.ok(required.includes(propertyName), `${name}: ${reference}`);
          }
      }
      const expected: Record<string, string[]> = {
        chat: ['QueueEvent', 'StreamEvent', 'SubscriptionEvent'],
        dispatch: ['LiveChange', 'LivePut', 'LiveSnapshot'],
        session: [],
      };
      for (const name of expected[api]!) assert.ok(name in Object.fromEntries(unions), name);
    });

    test('tags each operation with one of a few groups, each with a sentence', () => {
      const used = new Set(operations.flatMap(([, , { tags }]) => tags));
      const groups: Json[] = document.tags;
      assert.deepEqual(groups.map(({ name }) => name).sort(), [...used].sort(), 'see operation-groups.ts');
      assert.ok(groups.length < 16);
      for (const { name, description } of groups) assert.match(description, /\.$/, name);
      for (const [at, method, { tags }] of operations) assert.equal(tags.length, 1, `${method} ${at}`);
    });

    test('describes the parameters, the body and every answer of each', () => {
      for (const [at, method, operation] of operations) {
        const where = `${method} ${at}`;
        assert.ok(METHODS.includes(method), where);
        assert.match(operation.operationId, /^[a-z0-9-]+$/);
        assert.ok(operation.summary.length > 0, where);
        const parameters: Json[] = (operation.parameters ?? []).map(
          (parameter: Json) =>
            (parameter.$ref && document.components.parameters[parameter.$ref.split('/').at(-1)]) ?? parameter,
        );
        const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
        assert.equal(new Set(keys).size, keys.length, where);
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        assert.deepEqual(
          inPath.map(({ name }) => name).sort(),
          [...at.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).sort(),
          where,
        );
        for (const parameter of parameters) {
          assert.ok(['path', 'query', 'header'].includes(parameter.in), where);
          if (parameter.in === 'path') assert.equal(parameter.required, true, where);
          assert.ok((parameter.schema === undefined) !== (parameter.content === undefined), where);
          if (parameter.content) assertContent(parameter.content, `${where} ${parameter.name}`);
          else assertSchema(parameter.schema, `${where} ${parameter.name}`);
        }
        if (operation.requestBody) assertContent(operation.requestBody.content, where);
        assert.ok(operation.responses['200'] ?? operation.responses['204'], where);
        for (const [status, response] of Object.entries<Json>(operation.responses)) {
          assert.match(status, /^[2-5]\d\d$/);
          const answer = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response;
          assert.ok(answer.description.length > 0, `${where} ${status}`);
          if (answer.content) assertContent(answer.content, `${where} ${status}`);
        }
      }
    });
  });
}

test('schemas that clients know have names', async () => {
  const files = await openApiFiles();
  const namesIn = (api: string) => Object.keys(JSON.parse(files.get(`docs/openapi/${api}.json`)!).components.schemas);
  for (const name of ['Channel', 'Message', 'Subscription', 'User', 'UserGroup'])
    assert.ok(namesIn('chat').includes(name), name);
  for (const name of [
    'ApiError',
    'Destination',
    'Metadata',
    'Recipient',
    'Task',
    'TaskInput',
    'Team',
    'Webhook',
    'Worker',
  ])
    assert.ok(namesIn('dispatch').includes(name), name);
});

test('docs/openapi/ shows the documents as they are; "npm run openapi" writes them anew', async () => {
  for (const [file, text] of await openApiFiles()) {
    assert.equal(await readFile(path.resolve(import.meta.dirname, '../..', file), 'utf8'), text, file);
  }
});
