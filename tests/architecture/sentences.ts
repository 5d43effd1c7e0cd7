import { findDeclarations } from '../../src/platform/http/registry.ts';
import { wireName } from '../../src/platform/http/schema-names.ts';
import { loadSlices } from '../../src/platform/http/slices.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document
type Json = any;

const PARTS = ['platform', 'chat', 'dispatch', 'bridge', 'pages'];
const NO_MEANING = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'in',
  'is',
  'it',
  'its',
  'of',
  'one',
  'or',
  'that',
  'the',
  'this',
  'to',
]);

/** A place of a document without a sentence, or with one that only repeats the name. */
export interface OpenPlace {
  /** Folder of the declaration: `dispatch/tasks`. */
  folder: string;
  at: string;
}

/** Words of a name or a sentence, without endings: `timeCreated` and "The time created". */
function wordsOf(text: string): string[] {
  const words =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.filter((word) => !NO_MEANING.has(word)).map((word) => word.replace(/(?:es|s|ed|e)$/, ''));
}

/** Whether a sentence says no more than a name. */
export function repeats(sentence: string, name: string): boolean {
  const known = new Set(wordsOf(name));
  return wordsOf(sentence).every((word) => known.has(word));
}

/** Folders of operations and of named schemas, by the names that documents have for them. */
export async function foldersOfNames(): Promise<ReadonlyMap<string, string>> {
  const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const folders = new Map<string, string>();
  for (const [file, exported] of await loadSlices(PARTS))
    for (const constant of Object.keys(exported))
      if (constant) folders.set(`schema ${wireName(constant)}`, folderOf(file));
  const { operations } = await findDeclarations(PARTS);
  const files = await loadSlices(PARTS);
  for (const operation of operations) {
    const file = files.find(([, exported]) => Object.values(exported).includes(operation))![0];
    folders.set(`operation ${operation.id}`, folderOf(file));
  }
  return folders;
}

/** All places of a document that lack a sentence of their own. */
export function openPlaces(document: Json, folders: ReadonlyMap<string, string>): OpenPlace[] {
  const open: OpenPlace[] = [];
  const { schemas } = document.components;

  function sentenceOf(schema: Json): string | undefined {
    if (typeof schema !== 'object' || schema === null) return undefined;
    if (schema.description) return schema.description;
    if (schema.$ref) return schemas[schema.$ref.split('/').at(-1)]?.description;
    // A member that may be null is described by its other branch.
    const branches = (schema.anyOf ?? []).filter((branch: Json) => branch.type !== 'null');
    return branches.length === 1 ? sentenceOf(branches[0]) : undefined;
  }

  function check(sentence: string | undefined, name: string, folder: string, at: string): void {
    if (!sentence || repeats(sentence, name)) open.push({ folder, at });
  }

  function walk(schema: Json, folder: string, at: string): void {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
      check(sentenceOf(member), name, folder, `${at}.${name}`);
      walk(member, folder, `${at}.${name}`);
    }
    for (const list of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
      for (const member of schema[list] ?? []) walk(member, folder, at);
    for (const part of ['items', 'additionalProperties']) walk(schema[part], folder, `${at}[]`);
    for (const member of Object.values(schema.patternProperties ?? {})) walk(member, folder, `${at}[]`);
  }

  const walkContent = (content: Json, folder: string, at: string) => {
    for (const { schema } of Object.values<Json>(content ?? {})) walk(schema, folder, at);
  };

  for (const operation of Object.values<Json>(document.paths).flatMap((methods) => Object.values<Json>(methods))) {
    const folder = folders.get(`operation ${operation.operationId}`) ?? 'none';
    const at = operation.operationId;
    check(operation.summary, operation.operationId, folder, at);
    for (const parameter of operation.parameters ?? []) {
      if (parameter.$ref) continue;
      check(parameter.description, parameter.name, folder, `${at}?${parameter.name}`);
      walk(parameter.schema ?? parameter.content['application/json'].schema, folder, `${at}?${parameter.name}`);
    }
    walkContent(operation.requestBody?.content, folder, `${at}<`);
    for (const response of Object.values<Json>(operation.responses)) walkContent(response.content, folder, `${at}>`);
  }
  for (const [key, { name, description }] of Object.entries<Json>(document.components.parameters ?? {}))
    check(description, name, 'parameters', key);
  for (const [name, schema] of Object.entries<Json>(schemas)) {
    const folder = folders.get(`schema ${name}`) ?? 'none';
    walk(schema, folder, name);
  }
  for (const [name, response] of Object.entries<Json>(document.components.responses)) {
    check(response.description, name, 'errors', name);
    walkContent(response.content, 'errors', name);
  }
  return open;
}
