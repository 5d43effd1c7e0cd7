import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** APIs that have clients. The session API is for the pages of the server itself: it refuses other origins. */
export const APIS = ['chat', 'dispatch'] as const;
export type Api = (typeof APIS)[number];

// biome-ignore lint/suspicious/noExplicitAny: a document
export type Json = any;

/**
 * Reads the OpenAPI 3.1 document of an API for clients: without examples, which none shows, and without discriminators,
 * since each form of a union has its constants, and generators read no unions of unions.
 */
export async function readDocument(api: Api): Promise<Json> {
  return forClients(JSON.parse(await readFile(path.join(root, `docs/openapi/${api}.json`), 'utf8')));
}

function forClients(value: Json): Json {
  if (Array.isArray(value)) return value.map(forClients);
  if (typeof value !== 'object' || value === null) return value;
  // A property of a schema may have that name; what has an example has a schema beside it, or is a parameter.
  const isShown = 'schema' in value || 'in' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(isShown && name === 'example') && !(name === 'examples' && Array.isArray(member)))
      .filter(([name, member]) => !(name === 'discriminator' && 'propertyName' in (member as object)))
      .map(([name, member]) => [name, forClients(member)]),
  );
}

/**
 * Turns a document into the form that clients are made of: parameters that travel as JSON text have the schema of
 * their value, since the clients write and read the text. The document itself stays as it is.
 */
export function withPlainParameters(document: Json): Json {
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    if (value.in && value.content?.['application/json']) {
      const { content, ...parameter } = value;
      return { ...parameter, schema: plain(content['application/json'].schema) };
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  };
  return plain(document);
}
