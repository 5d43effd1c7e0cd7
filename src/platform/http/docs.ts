import type { FastifyInstance } from 'fastify';
import { readExamples } from './examples.ts';
import { type ApiDescription, openApiDocument } from './openapi.ts';
import type { SchemaNames } from './schema-names.ts';

/** One API's OpenAPI 3.1 document and where it is served. */
export interface ApiDocument {
  name: string;
  path: string;
  /** Makes it, at the first request. */
  document: () => ApiDescription;
}

/** Serves the documents, with the names of the schemas in them, and one page at `/docs` that shows them; nothing is fetched from outside. */
export async function serveDocs(
  app: FastifyInstance,
  documents: readonly ApiDocument[],
  names: SchemaNames,
): Promise<void> {
  for (const { name, path, document } of documents) {
    let text: string | undefined;
    app.get(path, async (_request, reply) => {
      text ??= JSON.stringify(openApiDocument(document(), names, readExamples(name.toLowerCase())));
      return reply.header('content-type', 'application/json').send(text);
    });
  }
  // The page's plugin asks for a document of its own; the page shows those above.
  const empty = { openapi: '3.1.0', info: { title: 'Hubbub', version: '1' }, paths: {} };
  // Their files lie beside them, so they cannot be in a bundle.
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(swagger, { mode: 'static', specification: { document: empty } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    uiConfig: { urls: documents.map(({ name, path }) => ({ name, url: path })), docExpansion: 'list' } as never,
  });
}
