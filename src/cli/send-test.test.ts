import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../tests/harness/server.ts';
import { CommandError } from './command.ts';
import { refuseUnsent, sendTestMessage } from './send-test.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

test('a test e-mail and a test SMS go the way of all others, and say how far they came', async () => {
  const { organization_id: organization } = await server.organization();
  for (const [channel, recipient] of [
    ['email', 'postmaster@couriers.example'],
    ['sms', '+14155550123'],
  ] as const) {
    const sent = await sendTestMessage(services, { organization, channel, recipient });
    assert.deepEqual([sent.channel, sent.state], [channel, 'stored']);
  }
  for (const [channel, recipient] of [
    ['email', 'nobody'],
    ['email', '+14155550123'],
    ['sms', '123'],
  ] as const)
    await assert.rejects(sendTestMessage(services, { organization, channel, recipient }), CommandError);
  const nowhere = { organization: 'A'.repeat(24), channel: 'sms', recipient: '+14155550123' } as const;
  await assert.rejects(sendTestMessage(services, nowhere), CommandError);
});

test('only what was handed over counts as sent', async () => {
  for (const state of ['sent', 'delivered'] as const) refuseUnsent({ channel: 'email', state });
  for (const [state, message] of [
    ['queued', /Not sent yet/],
    ['stored', /SMTP_URL is not set/],
    ['unknown', /may not have been sent/],
    ['failed', /Not sent\./],
    ['skipped', /Not sent\./],
  ] as const)
    assert.throws(() => refuseUnsent({ channel: 'email', state }), message);
  assert.throws(() => refuseUnsent({ channel: 'sms', state: 'stored' }), /SMS_PROVIDER is not set/);
});
