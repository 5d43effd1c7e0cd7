import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { readNetworks } from './client-address.ts';

for (const [strictTransportSecurity, header] of [
  ['off', null],
  ['on', 'max-age=31536000'],
  ['subdomains', 'max-age=31536000; includeSubDomains'],
] as const) {
  test(`STRICT_TRANSPORT_SECURITY=${strictTransportSecurity}`, async () => {
    await using server = await startTestServer({ strictTransportSecurity });
    for (const path of ['/healthz', '/api/v1/server_settings', '/api/v2/auth/test']) {
      assert.equal((await fetch(`${server.url}${path}`)).headers.get('strict-transport-security'), header, path);
    }
  });
}

test('it is not sent to who came to the trusted proxy by plain HTTP', async () => {
  const settings = { strictTransportSecurity: 'on', trustedProxies: readNetworks('127.0.0.1') } as const;
  await using server = await startTestServer(settings);
  for (const [scheme, header] of [
    ['http', null],
    ['https', 'max-age=31536000'],
  ] as const) {
    const answer = await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-proto': scheme } });
    assert.equal(answer.headers.get('strict-transport-security'), header, scheme);
  }
});
