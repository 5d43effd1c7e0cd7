import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const vapid = createECDH('prime256v1');
vapid.generateKeys();

/** The key that browsers subscribe with, and the setting of a server that has its private part. */
export const VAPID_PUBLIC_KEY = vapid.getPublicKey('base64url');
export const WEB_PUSH = {
  privateKey: vapid.getPrivateKey('base64url'),
  subject: 'mailto:operator@couriers.example',
};

/** Stands where a browser's push service is: takes only what is signed (RFC 8292), and keeps what it was handed. */
export async function startBrowserPushes() {
  const pushes: { path: string; topic: string; body: Buffer }[] = [];
  const refused: string[] = [];
  /** Statuses of what comes next, or no answer at all; then 201. */
  const answers: (number | 'none')[] = [];
  /** Requests that got no answer and go on waiting. */
  const held = new Set<ServerResponse>();
  const app = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const problem = problemWith(request.headers.authorization, `http://${request.headers.host}`);
      if (problem) refused.push(problem);
      else pushes.push({ path: request.url!, topic: String(request.headers.topic), body: Buffer.concat(parts) });
      const answer = problem ? 403 : (answers.shift() ?? 201);
      if (answer !== 'none') return void response.writeHead(answer).end();
      held.add(response);
      response.on('close', () => held.delete(response));
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  return {
    pushes,
    refused,
    answers,
    held,
    url: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    stop: () => {
      app.closeAllConnections();
      app.close();
    },
  };
}

function problemWith(authorization: string | undefined, audience: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? [];
  if (key !== vapid.getPublicKey('base64url')) return 'another key';
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [header, claims, signature] = token.split('.');
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature ?? '', 'base64url')))
    return 'a wrong signature';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString());
  return aud === audience && exp > Date.now() / 1000 && sub.startsWith('mailto:') ? undefined : 'wrong claims';
}

/** A browser that subscribes at such a service. */
export function pushBrowser(service: { url: string }, path: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `${service.url}${path}`,
    expirationTime: null,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  return { subscription, read: (body: Buffer) => decrypt(body, keys, auth) };
}

/** Decodes a push as a browser does (RFC 8188 and 8291), with the library that `web-push` uses. */
async function decrypt(body: Buffer, privateKey: ECDH, authSecret: Buffer): Promise<unknown> {
  const name = 'http_ece';
  const { default: ece } = await import(name);
  return JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString());
}
