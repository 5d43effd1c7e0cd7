import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { readNetworks } from './client-address.ts';
import { createHttpServer } from './server.ts';

const YEAR = 'max-age=31536000';

const server = await startTestServer({ strictTransportSecurity: 'on', trustedProxies: readNetworks('127.0.0.1') });
after(() => server[Symbol.asyncDispose]());

test('it is in all answers, but not to who came to the trusted proxy by plain HTTP', async () => {
  for (const path of ['/healthz', '/api/v1/server_settings', '/api/v2/auth/test', '/sign-in', '/nowhere'])
    for (const [scheme, header] of [
      ['http', null],
      ['https', YEAR],
    ] as const) {
      const answer = await fetch(`${server.url}${path}`, { headers: { 'x-forwarded-proto': scheme } });
      assert.equal(answer.headers.get('strict-transport-security'), header, `${path} by ${scheme}`);
    }
});

for (const [strictTransportSecurity, publicUrl, header] of [
  ['auto', undefined, undefined],
  ['auto', 'https://hubbub.example', YEAR],
  ['auto', 'https://hubbub.example:8443', undefined],
  ['auto', 'http://hubbub.example', undefined],
  ['off', 'https://hubbub.example', undefined],
  ['subdomains', undefined, `${YEAR}; includeSubDomains`],
] as const) {
  test(`STRICT_TRANSPORT_SECURITY=${strictTransportSecurity}, PUBLIC_URL=${publicUrl}`, async () => {
    const { services } = server;
    const config = { ...services.config, strictTransportSecurity, publicUrl };
    const app = await createHttpServer({ ...services, config }, [], {
      showNotFound: () => false,
      showMisdirected: () => false,
    });
    const { headers } = await app.inject({ path: '/healthz', headers: { host: 'hubbub.example' } });
    await app.close();
    assert.equal(headers['strict-transport-security'], header);
  });
}
