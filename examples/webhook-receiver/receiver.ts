// Receives webhooks of the dispatch API, and believes only what is signed. Node 22.18 or later runs it as it is.
//
//   HUBBUB_WEBHOOK_SECRET=… PORT=8080 node examples/webhook-receiver/receiver.ts
//
// `npm run hubbub -- org create … --json` prints the secret as dispatch.webhook_secret.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const { HUBBUB_WEBHOOK_SECRET: secret, PORT = '8080', HOST = '127.0.0.1' } = process.env;
if (!secret) {
  console.error('Set HUBBUB_WEBHOOK_SECRET to the webhook secret of your organization.');
  process.exit(1);
}
const MAX_BODY = 1_000_000;

/** The last deliveries: one that comes twice (your answer was lost) is worked on once. */
const seen = new Set<string>();

const server = createServer((request, response) => {
  handle(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://receiver');
  // The registration asks whether somebody is here: answer the word that it sends, and nothing else.
  if (request.method === 'GET') return void response.end(url.searchParams.get('check') ?? '');

  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MAX_BODY) return void response.writeHead(413).end();
    parts.push(part as Buffer);
  }
  const raw = Buffer.concat(parts);
  if (!isSigned(raw, request.headers['x-service-signature'])) return void response.writeHead(401).end();

  const id = String(request.headers['webhook-id'] ?? '');
  // Answer at once: whatever takes long is done afterwards.
  response.end();
  if (id && seen.has(id)) return;
  seen.add(id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value!);
  const { triggerName, taskId, workerId } = JSON.parse(raw.toString('utf8'));
  console.log(`${triggerName} task=${taskId} worker=${workerId}`);
}

/** The hexadecimal HMAC-SHA512 of the raw body, keyed with the bytes that the secret's hexadecimal digits stand for. */
function isSigned(raw: Buffer, header: string | string[] | undefined): boolean {
  const expected = createHmac('sha512', Buffer.from(secret!, 'hex')).update(raw).digest();
  const given = Buffer.from(String(header ?? ''), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

server.listen(Number(PORT), HOST, () => console.log(`listening on ${(server.address() as AddressInfo).port}`));
