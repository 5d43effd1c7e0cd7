import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import pg from 'pg';

// The physical limit beside each figure: what the same Fastify, the same pool and the same PostgreSQL do when the
// route is nothing but its one statement.

const { DATABASE_URL, PORT, HOST } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });
const app = Fastify();

await pool.query(`
  create schema if not exists bare;
  create table if not exists bare.messages (
    id bigint generated always as identity primary key, recipient_id bigint not null, topic text not null,
    sender_id bigint not null, content text not null, rendered_content text not null, sent_at timestamptz not null);
  create index if not exists messages_recipient on bare.messages (recipient_id, id);`);

app.get('/healthz', async () => ({ status: 'ok' }));

app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

function insert(content: string): Promise<{ rows: { id: string }[] }> {
  return pool.query({
    name: 'insert',
    text: `insert into bare.messages (recipient_id, topic, sender_id, content, rendered_content, sent_at)
      values ($1, $2, $3, $4, $5, now()) returning id`,
    values: [1, 'bench', 1, content, `<p>${content}</p>`],
  });
}

/** One durable INSERT. */
app.post('/insert', async (request) => {
  const { rows } = await insert(String(request.body));
  return { id: rows[0]!.id };
});

/**
 * One SELECT of what a message object needs, as JSON: `statement` is registered by the benchmark, because it names
 * the benchmark's rows. `?values=` gives it other values than it was registered with.
 */
const statements = new Map<string, { text: string; values: unknown[] }>();
app.post<{ Params: { name: string } }>('/statements/:name', async (request) => {
  statements.set(request.params.name, JSON.parse(String(request.body)));
  return {};
});
app.get<{ Params: { name: string }; Querystring: { values?: string } }>('/statements/:name', async (request) => {
  const { text, values: own } = statements.get(request.params.name)!;
  const values = request.query.values ? JSON.parse(request.query.values) : own;
  const { rows } = await pool.query({ name: request.params.name, text, values });
  return { rows };
});

/** The same, and one durable INSERT through the same pool. */
app.post<{ Params: { name: string } }>('/statements/:name/and-insert', async (request) => {
  const { text, values } = statements.get(request.params.name)!;
  const found = await pool.query({ name: request.params.name, text, values });
  const { rows } = await insert(String(request.body));
  return { rows: found.rows, id: rows[0]!.id };
});

/** One durable INSERT whose commit answers every held request with the bytes that are inserted. */
let held: ((text: string) => void)[] = [];
app.get('/waiting', async () => String(held.length));
app.get('/wait', async (_request, reply) => {
  const text = await new Promise<string>((resolve) => held.push(resolve));
  return reply.header('content-type', 'application/json').send(text);
});
app.post('/release', async (request) => {
  const text = String(request.body);
  const { rows } = await insert(text);
  const waiting = held;
  held = [];
  for (const answer of waiting) answer(text);
  return { id: rows[0]!.id };
});

/** One durable INSERT whose commit writes the bytes that are inserted to every open stream. */
const streams = new Set<ServerResponse>();
app.get('/stream', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  streams.add(reply.raw);
  reply.raw.once('close', () => streams.delete(reply.raw));
});
app.post('/tell', async (request) => {
  const text = String(request.body);
  const { rows } = await insert(text);
  const bytes = Buffer.from(text);
  for (const stream of streams) stream.write(bytes);
  return { id: rows[0]!.id };
});

/** Bytes into a durable file, and out of one, as they come. */
const folder = path.join(process.env.DATA_DIR!, 'bare');
await mkdir(folder, { recursive: true });
app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
app.post<{ Body: Readable }>('/file', { bodyLimit: 2 ** 30 }, async (request) => {
  const file = path.join(folder, randomUUID());
  await pipeline(request.body, createWriteStream(file, { flush: true }));
  await rm(file);
  return {};
});
app.get<{ Params: { bytes: string } }>('/file/:bytes', async (request, reply) => {
  const { bytes } = request.params;
  const file = path.join(folder, bytes);
  const known = await stat(file).catch(() => undefined);
  if (!known) await writeFile(file, Buffer.alloc(Number(bytes), 1));
  return reply.header('content-length', bytes).send(createReadStream(file));
});

await app.listen({ port: Number(PORT), host: HOST ?? '127.0.0.1' });
process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
