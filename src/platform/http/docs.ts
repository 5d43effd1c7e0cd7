import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** One API's OpenAPI 3.1 document and where it is served. */
export interface ApiDocument {
  name: string;
  path: string;
  document: object;
}

/** Serves the documents, and one page at `/docs` that shows them; nothing is fetched from outside. */
export async function serveDocs(app: FastifyInstance, documents: readonly ApiDocument[]): Promise<void> {
  for (const { path, document } of documents) {
    const text = JSON.stringify(document);
    app.get(path, async (_request, reply) => reply.header('content-type', 'application/json').send(text));
  }
  const first = documents[0]!.document as never;
  await app.register(swagger, { mode: 'static', specification: { document: first } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { urls: documents.map(({ name, path }) => ({ name, url: path })), docExpansion: 'list' } as never,
  });
}
