/** Files of `deploy/` for programs that cannot run here, checked against the schemas that their projects publish. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';

const repository = path.resolve(import.meta.dirname, '../..');
const COMPOSITIONS = ['compose.yaml', 'deploy/compose.full.yaml', 'deploy/compose.three.yaml'];
const OPERATED = 'deploy/cloudnative-pg.yaml';

const read = async (file: string) =>
  parse(await readFile(path.join(repository, file), 'utf8'), { merge: true, maxAliasCount: 100 });

/** @param close whether members that the schema does not name are refused: Kubernetes would drop them without a word */
async function validator(name: string, close = false): Promise<ValidateFunction> {
  const schema = JSON.parse(await readFile(path.join(import.meta.dirname, `schemas/${name}.json`), 'utf8'));
  if (close) closeObjects(schema);
  // Formats are those of Go's decoder, keywords of Kubernetes are no part of the standard, and Compose names its own by https.
  return new Ajv({ strict: false, validateFormats: false, validateSchema: false, allErrors: true }).compile(schema);
}

// biome-ignore lint/suspicious/noExplicitAny: a schema
function closeObjects(schema: any): void {
  if (typeof schema !== 'object' || schema === null) return;
  const isOpen = schema.additionalProperties || schema['x-kubernetes-preserve-unknown-fields'];
  if (schema.properties && Object.keys(schema.properties).length > 0 && !isOpen) schema.additionalProperties = false;
  for (const each of Object.values(schema)) closeObjects(each);
}

function problems(isValid: ValidateFunction, value: unknown): string[] {
  isValid(value);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('compositions fit the specification of Compose', async () => {
  const isValid = await validator('compose-spec');
  for (const file of COMPOSITIONS) assert.deepEqual(problems(isValid, await read(file)), [], file);
  const wrong = await read(COMPOSITIONS[0]!);
  wrong.services.hubbub.port = ['9800'];
  assert.equal(problems(isValid, wrong).length > 0, true);
});

test('the cluster on Kubernetes fits the definition of its operator', async () => {
  const isValid = await validator('cloudnative-pg-cluster', true);
  const cluster = await read(OPERATED);
  // Kubernetes' own part: its members are no business of the operator's definition.
  const { metadata: _named, ...own } = cluster;
  assert.deepEqual([cluster.apiVersion, cluster.kind], ['postgresql.cnpg.io/v1', 'Cluster']);
  assert.deepEqual(problems(isValid, { ...own, metadata: {} }), []);
  const misspelt = { ...own, metadata: {}, spec: { ...own.spec, postgresql: { synchronuos: {} } } };
  assert.deepEqual(problems(isValid, misspelt), ['/spec/postgresql must NOT have additional properties']);
});

test('the cluster acknowledges what two machines have, and has connections for four processes', async () => {
  const { spec } = await read(OPERATED);
  assert.deepEqual(spec.postgresql.synchronous, { method: 'any', number: 1, dataDurability: 'required' });
  assert.ok(spec.instances > spec.postgresql.synchronous.number + 1);
  assert.ok(Number(spec.postgresql.parameters.max_connections) >= 4 * 34 + 10);
});
