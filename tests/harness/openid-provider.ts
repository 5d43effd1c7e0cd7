import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type OidcContext } from 'oidc-provider';
import type { OpenIdProvider } from '../../src/platform/openid/provider.ts';

/** Claims of the provider about a person. */
export interface OpenIdAccount {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
}

/** A provider as companies have one (`oidc-provider`), in which whoever comes is signed in as the account that is set. */
export interface OpenIdTestProvider extends AsyncDisposable {
  issuer: string;
  /** By subject. */
  accounts: Map<string, OpenIdAccount>;
  /** Person at the browsers; undefined: somebody who does not sign in. */
  subject: string | undefined;
  /** `down` refuses every request, `slow` never answers, `endless` never ends an answer. */
  state: 'up' | 'down' | 'slow' | 'endless';
  /** Bytes of such answers that were taken. */
  taken: number;
  /** Requests that came so far, by path. */
  asked: string[];
  /** Takes people back to these programs. Before, the provider is not there. */
  serve(...returnAddresses: string[]): void;
  /** The setting of a program that trusts it. */
  setting(name: string, more?: Partial<OpenIdProvider>): OpenIdProvider;
}

const CLIENT = { clientId: 'hubbub', clientSecret: 'a secret between the two' };

export async function startOpenIdProvider(): Promise<OpenIdTestProvider> {
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    provider.asked.push(request.url!.split('?')[0]!);
    if (provider.state === 'slow') return;
    if (provider.state === 'endless') return answerWithoutEnd(provider, response);
    if (provider.state === 'down' || !handle) response.writeHead(500).end();
    else handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OpenIdTestProvider = {
    issuer,
    accounts: new Map(),
    subject: undefined,
    state: 'up',
    asked: [],
    taken: 0,
    serve(...returnAddresses) {
      handle = handlerOf(provider, returnAddresses);
    },
    setting: (name, more = {}) => ({
      name,
      label: `${name} directory`,
      issuer,
      ...CLIENT,
      organization: undefined,
      secondFactor: false,
      ...more,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

function answerWithoutEnd(of: OpenIdTestProvider, response: ServerResponse): void {
  const part = Buffer.alloc(65_536, ' ');
  const more = () => {
    while (!response.destroyed) {
      of.taken += part.length;
      if (!response.write(part)) return;
    }
  };
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
  more();
}

function handlerOf(of: OpenIdTestProvider, redirectUris: readonly string[]) {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(of.issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of the test'] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'test' }] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...of.accounts.get(accountId) }),
    }),
    // Nobody is asked whether they agree.
    async loadExistingGrant({ oidc }: OidcContext) {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url!.startsWith('/interaction/')) return serve(request, response);
    const result =
      of.subject === undefined
        ? { error: 'access_denied', error_description: 'nobody signed in' }
        : { login: { accountId: of.subject } };
    void provider.interactionFinished(request, response, result);
  };
}
