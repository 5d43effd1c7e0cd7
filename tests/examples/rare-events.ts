import { makePerson } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';
import { EventExamples, PASSING } from './chat-events.ts';
import type { Recorder } from './recorder.ts';
import { EXAMPLE_TIME_MS } from './stable.ts';

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/**
 * Records events that the queue of an owner with a client of today does not have for sure: those of older clients, of who
 * loses a bot or sight of somebody, those that pass, and of a queue on which nothing happens.
 */
export async function recordRareEvents(recorder: Recorder): Promise<void> {
  await using server = await startTestServer({ eventPollSeconds: 1 });
  server.clock.advance(EXAMPLE_TIME_MS - Date.now());
  const org = await server.organization({
    name: 'Rare Couriers',
    ownerName: 'Rita Rare',
    ownerEmail: 'rita@couriers.example',
  });
  const owner = recorder.as(basic(org.chat.email, org.chat.api_key), server);
  const dana = await makePerson(server, org, { name: 'Dana Driver' });
  const gil = await makePerson(server, org, { name: 'Gil Guest', role: 600 });
  const [ofDana, ofGil] = [dana, gil].map(({ email, client }) => recorder.as(basic(email, client.key), server)) as [
    Recorder,
    Recorder,
  ];
  const { id: yard } = await owner.send('create-channel', {
    body: { name: 'yard', subscribers: [org.chat.user_id, dana.id, gil.id] },
  });
  const marker = { type: 'channel', to: yard, topic: 'gates' };

  const older = await EventExamples.start(owner, { client_capabilities: {} });
  const { id: closed } = await owner.send('create-channel', { body: { name: 'depot west', subscribers: [dana.id] } });
  await owner.send('archive-channel', { path: { stream_id: closed } });
  const { group_id: group } = await owner.send('create-user-group', {
    body: { name: 'night shift', description: '', members: [] },
  });
  await owner.send('deactivate-user-group', { path: { user_group_id: group } });
  await owner.send('update-settings', { body: { enter_sends: false, enable_sounds: false } });
  const file = { name: 'gates.txt', type: 'text/plain', bytes: Buffer.from('Gate 4: code 1042') };
  const { url } = await owner.send('upload-file', { file });
  await owner.send('send-message', { body: { ...marker, content: `[gates.txt](${url})` } });
  await older.record(marker);

  const passing = await EventExamples.start(owner, { event_types: ['message', ...PASSING] });
  const { id: edited } = await ofDana.send('send-message', { body: { ...marker, content: 'Gate 8 is open' } });
  await ofDana.send('update-presence', { body: { status: 'active' } });
  for (const op of ['start', 'stop']) {
    await ofDana.send('set-typing-status', { body: { op, type: 'direct', to: [org.chat.user_id] } });
    await ofDana.send('set-typing-status-for-edit', { path: { message_id: edited }, body: { op } });
  }
  await passing.record(marker);

  const { user_id: bot } = await ofDana.send('create-bot', { body: { full_name: 'Gate Bot', short_name: 'gate' } });
  const danas = await EventExamples.start(ofDana);
  await owner.send('update-bot', { path: { bot_id: bot }, body: { bot_owner_id: org.chat.user_id } });
  await danas.record(marker);

  const { user_groups: groups } = await owner.send('get-user-groups');
  const members = groups.find(({ name }: { name: string }) => name === 'role:members').id;
  await owner.send('update-realm', { body: { can_access_all_users_group: { new: members } } });
  const gils = await EventExamples.start(ofGil);
  await owner.send('unsubscribe', { body: { subscriptions: ['yard'], principals: [gil.id] } });
  await gils.record({ type: 'direct', to: [gil.id] });
  await gils.recordSilence();
}
