import type { FastifyInstance } from 'fastify';
import { lazy } from '../lazy.ts';
import { readExamples } from './examples.ts';
import { type ApiDescription, openApiDocument } from './openapi.ts';
import type { SchemaNames } from './schema-names.ts';

/** One API's OpenAPI 3.1 document and where it is served. */
export interface ApiDocument {
  name: string;
  path: string;
  /** Makes its description, at the first request. */
  document: () => ApiDescription;
}

/** A document that is served. */
export interface ServedDocument {
  name: string;
  path: string;
  /** Returns the whole document; made once. */
  read: () => object;
}

/** Serves the documents, with the names of the schemas in them. */
export function serveOpenApi(
  app: FastifyInstance,
  documents: readonly ApiDocument[],
  names: SchemaNames,
): ServedDocument[] {
  return documents.map(({ name, path, document }) => {
    const read = lazy(() => openApiDocument(document(), names, readExamples(name.toLowerCase())));
    const text = lazy(() => JSON.stringify(read()));
    app.get(path, async (_request, reply) => reply.header('content-type', 'application/json').send(text()));
    return { name, path, read };
  });
}
