import Fastify from 'fastify';
import type { Location } from '../src/dispatch/geography/location.ts';
import { postgisSearches, redisClient, redisSearches, type Searches } from './rival-searches.ts';
import { postgisPool } from './rivals.ts';

// The limit of a search over HTTP: the same Fastify with routes that ask PostGIS or Redis and join what they kept.

const { POSTGIS_SOCKET, REDIS_SOCKET, PORT, HOST } = process.env;
const app = Fastify();
app.get('/healthz', async () => ({ status: 'ok' }));

function serve(path: string, searches: Searches): void {
  app.get(path, async (request, reply) => {
    const { longitude, latitude, radius } = request.query as Record<string, string>;
    const place: Location = [Number(longitude), Number(latitude)];
    const documents = await searches.documentsWithin(place, Number(radius));
    return reply.header('content-type', 'application/json').send(`{"workers":[${documents.join(',')}]}`);
  });
}

// As many connections as Hubbub reads with.
const pool = POSTGIS_SOCKET ? postgisPool(POSTGIS_SOCKET, 12) : undefined;
if (pool) serve('/postgis', postgisSearches(pool));
const client = REDIS_SOCKET ? await redisClient(REDIS_SOCKET).connect() : undefined;
if (client) serve('/redis', redisSearches(client));

await app.listen({ port: Number(PORT), host: HOST ?? '127.0.0.1' });
process.on('SIGTERM', async () => {
  await app.close();
  await pool?.end();
  client?.destroy();
});
