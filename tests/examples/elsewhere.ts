import { applyRetention } from '../../src/chat/messages/retention/retention-job.ts';
import { restoreAll } from '../../src/cli/messages.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { doAllowPasswords } from '../../src/platform/people/actions.ts';
import { knowLocalhosts } from '../harness/localhost.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { EventExamples } from './chat-events.ts';
import type { Recorder } from './recorder.ts';

const DAY_MS = 86_400_000;
const EIGHT_DAYS_MS = 8 * DAY_MS;
const SAM = { email: 'sam@sample.example', password: 'correct horse battery staple' };
const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/**
 * Records what only another server answers: one where each organization has its own host, with little room for files and
 * nobody who delivers pushes, and what time alone brings.
 */
export async function callElsewhere(recorder: Recorder): Promise<void> {
  knowLocalhosts();
  await using server = await startTestServer({ organizationAddresses: true, uploadQuotaMib: 1 });
  const org = await server.organization({ name: 'Sample Couriers', ownerName: 'Sarah Sample' });
  const at = (url: string) => ({ ...server, url });
  const owner = recorder.as(basic(org.chat.email, org.chat.api_key), at(org.chat.site));
  const nobody = new URL(server.url);
  nobody.hostname = 'nobody.localhost';
  await recorder.as('', at(nobody.origin)).refuse('get-server-settings', {}, 'NONEXISTENT_SUBDOMAIN');
  await owner.send('add-fcm-token', { body: { token: 'android:1' } });
  await owner.refuse('test-notification', { body: { token: 'android:1' } }, 'PUSH_SERVICE_NOT_CONFIGURED');
  const film = { name: 'film.bin', type: 'application/octet-stream', bytes: Buffer.alloc(1_100_000, 1) };
  await owner.refuse('upload-file', { file: film }, 'REALM_UPLOAD_QUOTA');
  await callAfterDays(server, org, owner);
  await server.services.database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
  const credentials = { username: SAM.email, password: SAM.password };
  await owner.refuse('fetch-api-key', { body: credentials }, 'PASSWORD_AUTH_DISABLED');
}

/** Messages that are too old to be moved, and messages that come back. */
async function callAfterDays(
  server: TestServer,
  { organization_id: organizationId, chat }: CreatedOrganization,
  owner: Recorder,
): Promise<void> {
  const { user_id: sam } = await owner.send('create-user', { body: { ...SAM, full_name: 'Sam Member' } });
  const { api_key: key } = await owner.send('fetch-api-key', {
    body: { username: SAM.email, password: SAM.password },
  });
  const subscribers = [chat.user_id, sam];
  const { id: yard } = await owner.send('create-channel', { body: { name: 'yard', subscribers } });
  const body = { type: 'channel', to: yard, topic: 'gates', content: 'Gate 4 is shut' };
  await owner.send('send-message', { body });
  server.clock.advance(EIGHT_DAYS_MS);
  const mover = owner.as(basic(SAM.email, key), { ...server, url: chat.site });
  const { id } = await mover.send('send-message', { body });
  const move = { path: { message_id: id }, body: { topic: 'keys', propagate_mode: 'change_all' } };
  await mover.refuse('update-message', move, 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED');

  const keep = (days: number | 'unlimited') =>
    owner.send('update-channel', { path: { stream_id: yard }, body: { message_retention_days: days } });
  await keep(7);
  await applyRetention(server.services);
  const events = await EventExamples.start(owner);
  await keep('unlimited');
  await restoreAll(server.services, organizationId, null);
  await events.record({ ...body, to: yard });
}
