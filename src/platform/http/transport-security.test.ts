import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';

for (const [strictTransportSecurity, header] of [
  ['off', null],
  ['on', 'max-age=15552000'],
  ['subdomains', 'max-age=15552000; includeSubDomains'],
] as const) {
  test(`STRICT_TRANSPORT_SECURITY=${strictTransportSecurity}`, async () => {
    await using server = await startTestServer({ strictTransportSecurity });
    for (const path of ['/healthz', '/api/v1/server_settings', '/api/v2/auth/test']) {
      assert.equal((await fetch(`${server.url}${path}`)).headers.get('strict-transport-security'), header, path);
    }
  });
}
