import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../src/platform/config.ts';

/** A push as one of the services got it. */
export interface ReceivedPush {
  token: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any push
  body: any;
}

/** For tests: stand where Apple's and Google's services are, and check what a request must have. */
export class PushServiceServers {
  readonly apns: ReceivedPush[] = [];
  readonly fcm: ReceivedPush[] = [];
  /** Answers to the next requests, in order; success when there are none. */
  readonly apnsAnswers: { status: number; reason: string }[] = [];
  readonly fcmAnswers: { status: number; errorCode: string }[] = [];
  /** Requests for an access token. */
  tokens = 0;
  /** Errors in requests: such requests are refused. */
  readonly complaints: string[] = [];
  readonly #ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  readonly #rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #sessions = new Set<ServerHttp2Session>();
  #http2!: Http2Server;
  #http!: Server;

  static async start(): Promise<PushServiceServers> {
    const servers = new PushServiceServers();
    servers.#http2 = createHttp2Server((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { status, reason } = servers.#takeApns(request.url, request.headers, Buffer.concat(parts));
        response.writeHead(status).end(reason === '' ? '' : JSON.stringify({ reason }));
      });
    });
    servers.#http2.on('session', (session) => {
      servers.#sessions.add(session);
      session.on('close', () => servers.#sessions.delete(session));
    });
    servers.#http = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const isToken = request.url === '/token';
        const { status, body } = isToken
          ? servers.#giveToken(text)
          : servers.#takeFcm(request.url!, request.headers, text);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    for (const server of [servers.#http2, servers.#http])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return servers;
  }

  /** Settings with which a server of ours uses these services. */
  settings(): Pick<Config, 'apns' | 'fcmAccount' | 'fcmUrl'> {
    const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
    return {
      apns: { url: urlOf(this.#http2), key: pem(this.#ec.privateKey), keyId: 'KEY1234567', teamId: 'TEAM123456' },
      fcmAccount: {
        project_id: 'couriers-example',
        client_email: 'push@couriers.example',
        private_key: pem(this.#rsa.privateKey),
        token_uri: `${urlOf(this.#http)}/token`,
      },
      fcmUrl: urlOf(this.#http),
    };
  }

  /** Ends the connections, as Apple does now and then. */
  cutConnections(): void {
    for (const session of this.#sessions) session.destroy();
  }

  async stop(): Promise<void> {
    this.cutConnections();
    this.#http.closeAllConnections();
    for (const server of [this.#http2, this.#http]) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #takeApns(path: string, headers: IncomingHttpHeaders, body: Buffer): { status: number; reason: string } {
    const jwt = readJwt(String(headers.authorization).replace(/^bearer /, ''), this.#ec.publicKey);
    const token = /^\/3\/device\/([0-9a-f]+)$/.exec(path)?.[1];
    if (jwt?.header.alg !== 'ES256' || jwt.header.kid !== 'KEY1234567' || jwt.claims.iss !== 'TEAM123456')
      return this.#refuse('InvalidProviderToken');
    if (!token || headers[':method'] !== 'POST' || !headers['apns-topic']) return this.#refuse('BadPath');
    this.apns.push({ token, headers, body: JSON.parse(body.toString('utf8')) });
    return this.apnsAnswers.shift() ?? { status: 200, reason: '' };
  }

  #refuse(reason: string): { status: number; reason: string } {
    this.complaints.push(reason);
    return { status: 403, reason };
  }

  #giveToken(form: string): { status: number; body: object } {
    const given = new URLSearchParams(form);
    const jwt = readJwt(given.get('assertion') ?? '', this.#rsa.publicKey);
    const isGood =
      given.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      jwt?.header.alg === 'RS256' &&
      jwt.claims.iss === 'push@couriers.example' &&
      jwt.claims.scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
      jwt.claims.aud === `${urlOf(this.#http)}/token`;
    if (!isGood) {
      this.complaints.push('invalid_grant');
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    this.tokens++;
    return { status: 200, body: { access_token: `access ${this.tokens}`, expires_in: 3600, token_type: 'Bearer' } };
  }

  #takeFcm(path: string, headers: IncomingHttpHeaders, text: string): { status: number; body: object } {
    if (
      path !== '/v1/projects/couriers-example/messages:send' ||
      headers.authorization !== `Bearer access ${this.tokens}`
    ) {
      this.complaints.push(path);
      return { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } };
    }
    const { message } = JSON.parse(text);
    this.fcm.push({ token: message.token, headers, body: message });
    const { status, errorCode } = this.fcmAnswers.shift() ?? { status: 200, errorCode: '' };
    if (status === 200) return { status, body: { name: 'projects/couriers-example/messages/1' } };
    return { status, body: { error: { status: 'NOT_FOUND', details: [{ errorCode }] } } };
  }
}

const urlOf = (server: Server | Http2Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// biome-ignore lint/suspicious/noExplicitAny: claims of any kind
function readJwt(text: string, publicKey: KeyObject): { header: any; claims: any } | undefined {
  const [header = '', claims = '', signature = ''] = text.split('.');
  const key = {
    key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363' as const,
  };
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return isSigned ? { header: decode(header), claims: decode(claims) } : undefined;
}
