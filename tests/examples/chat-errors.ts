import type { TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import type { Recorder } from './recorder.ts';

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** Calls what the chat API refuses, as Olive and as others. */
export async function callChatErrors(recorder: Recorder, owner: { email: string; password: string }): Promise<void> {
  const refuse: Recorder['refuse'] = (id, given, code) => recorder.refuse(id, given, code);
  const { stream_id: alarms } = await recorder.send('get-channel-id', { query: { stream: 'alarms' } });
  const message = { type: 'channel', to: alarms, topic: 'gates', content: 'Gate 7 is open' };
  const { id: sent } = await recorder.send('send-message', { body: message });
  const path = { message_id: sent };
  await refuse('get-message', { path: { message_id: 999_999 } }, 'BAD_REQUEST');
  await refuse('get-channel-id', {}, 'REQUEST_VARIABLE_MISSING');
  await refuse('get-events', { query: { queue_id: 'gone', last_event_id: -1 } }, 'BAD_EVENT_QUEUE_ID');
  const page = { anchor: 'newest', num_before: 1, num_after: 0 };
  const narrow = [{ operator: 'channel', operand: 'no such channel' }];
  await refuse('fetch-messages', { query: { ...page, narrow } }, 'BAD_NARROW');
  await refuse('send-message', { body: { ...message, to: 'no such channel' } }, 'STREAM_DOES_NOT_EXIST');
  await refuse('create-channel', { body: { name: 'alarms', subscribers: [] } }, 'CHANNEL_ALREADY_EXISTS');
  const edit = { content: 'Gate 7 is shut', prev_content_sha256: 'a'.repeat(64) };
  await refuse('update-message', { path, body: edit }, 'EXPECTATION_MISMATCH');
  const reaction = { path, body: { emoji_name: 'thumbs_up' } };
  await refuse('remove-reaction', reaction, 'REACTION_DOES_NOT_EXIST');
  await recorder.send('add-reaction', reaction);
  await refuse('add-reaction', reaction, 'REACTION_ALREADY_EXISTS');
  const text = { name: 'olive.png', type: 'image/png', bytes: Buffer.from('no picture') };
  await refuse('upload-avatar', { file: text }, 'BAD_IMAGE');
  await refuse('send-invitations', { body: { invitee_emails: owner.email, stream_ids: [] } }, 'INVITATION_FAILED');
  await refuse('deactivate-own-user', {}, 'CANNOT_DEACTIVATE_LAST_USER');
  await refuse('test-encrypted-notification', {}, 'NO_ACTIVE_PUSH_DEVICE');
  await refuse('test-notification', { body: { token: 'c0ffee' } }, 'INVALID_PUSH_DEVICE_TOKEN');
  const file = { realm_id: '1', prefix: 'ab', secret: 'a'.repeat(24), filename: 'gone.txt' };
  await refuse('get-temporary-url', { path: file }, 'NOT_FOUND');

  const wrong = { username: owner.email, password: `${owner.password}r` };
  await refuse('fetch-api-key', { body: wrong }, 'AUTHENTICATION_FAILED');
  await recorder.as('').refuse('get-own-user', {}, 'UNAUTHORIZED');
  await recorder.as(basic(owner.email, 'x'.repeat(32))).refuse('get-own-user', {}, 'INVALID_API_KEY');
  const former = { email: 'sam@couriers.example', password: owner.password };
  const { user_id: sam } = await recorder.send('create-user', { body: { ...former, full_name: 'Sam Former' } });
  const { api_key: key } = await recorder.send('fetch-api-key', {
    body: { username: former.email, password: former.password },
  });
  await recorder.send('deactivate-user', { path: { user_id: sam } });
  await recorder.as(basic(former.email, key)).refuse('get-own-user', {}, 'USER_DEACTIVATED');

  const { group_id: group } = await recorder.send('create-user-group', {
    body: { name: 'gate keepers', description: '', members: [] },
  });
  const rights = { can_add_subscribers_group: { new: group } };
  await recorder.send('update-channel', { path: { stream_id: alarms }, body: rights });
  const pathOfGroup = { path: { user_group_id: group } };
  await refuse('deactivate-user-group', pathOfGroup, 'CANNOT_DEACTIVATE_GROUP_IN_USE');
}

/** Sends the chat API requests that are none, and asks it when it cannot do what is asked. */
export async function callChatAmiss(
  recorder: Recorder,
  server: TestServer,
  owner: { email: string; password: string },
): Promise<void> {
  await recorder.refuseRequest('/messages', { method: 'PUT' }, 'METHOD_NOT_ALLOWED');
  const xml = { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<message/>' };
  await recorder.refuseRequest('/messages', xml, 'UNSUPPORTED_MEDIA_TYPE');
  const body = new URLSearchParams({ content: 'x'.repeat(server.services.config.bodyLimit + 1) });
  await recorder.refuseRequest('/messages', { method: 'POST', body }, 'PAYLOAD_TOO_LARGE');
  const browser = new SessionBrowser(server.url);
  await browser.signIn(owner.email, owner.password);
  const sign = () => browser.headers({ 'sec-fetch-site': 'cross-site' });
  await recorder.as('').refuse('update-presence', { body: { status: 'active' }, sign }, 'CSRF_FAILED');

  const rename = { body: { email: 'olive.owner@couriers.example' } };
  await recorder.send('update-settings', rename);
  await recorder.refuse('update-settings', rename, 'RATE_LIMIT_HIT');
  const { availability } = server.services.database;
  availability.diskIsLow(true);
  await recorder.refuse('add-alert-words', { body: { alert_words: ['accident'] } }, 'SERVICE_UNAVAILABLE');
  availability.diskIsLow(false);
}
