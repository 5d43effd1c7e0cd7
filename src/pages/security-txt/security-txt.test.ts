import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { readConfig } from '../../platform/config.ts';

const PATH = '/.well-known/security.txt';

test('security.txt says how the operator is reached, for half a year', async () => {
  const contact = 'mailto:security@couriers.example';
  await using server = await startTestServer({ securityContact: contact, publicUrl: 'https://hubbub.example' });
  const answer = await fetch(`${server.url}${PATH}`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
  const fields = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  );
  assert.deepEqual([fields.get('Contact'), fields.get('Canonical')], [contact, `https://hubbub.example${PATH}`]);
  const days = (Date.parse(fields.get('Expires')!) - server.clock.now().getTime()) / 86_400_000;
  assert.ok(days > 170 && days <= 180, String(days));
});

test('without a contact there is none, and a contact is an address', async () => {
  await using server = await startTestServer();
  assert.equal((await fetch(`${server.url}${PATH}`)).status, 404);
  assert.equal(
    readConfig({ SECURITY_CONTACT: 'https://couriers.example/report' }).securityContact,
    'https://couriers.example/report',
  );
  for (const wrong of [
    'security@couriers.example',
    'http://couriers.example',
    'mailto:',
    'mailto:a@b.example\nEvil: yes',
  ])
    assert.throws(() => readConfig({ SECURITY_CONTACT: wrong }), /SECURITY_CONTACT/, wrong);
});
