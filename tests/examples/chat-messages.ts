import { anyEvent, type Recorder } from './recorder.ts';

/** Calls what belongs to messages beside sending and reading: files, polls, reports, streams, groups of people. */
export async function callAboutMessages(recorder: Recorder): Promise<void> {
  const call: Recorder['call'] = (id, given) => recorder.call(id, given);
  const { user_id: me } = await recorder.send('get-own-user');
  const { id: gates } = await recorder.send('create-channel', { body: { name: 'gates', subscribers: [me] } });
  const { id: sent } = await recorder.send('send-message', {
    body: { type: 'channel', to: gates, topic: 'keys', content: 'The key of gate 4 is lost' },
  });
  await call('set-typing-status-for-edit', { path: { message_id: sent }, body: { op: 'start' } });
  await call('count-unread');
  const { id: poll } = await recorder.send('send-message', {
    body: { type: 'channel', to: gates, topic: 'keys', content: '/poll Which gate?\nnorth\nsouth' },
  });
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
  await call('add-submessage', { body: { message_id: poll, msg_type: 'widget', content: vote } });
  const { id: moderators } = await recorder.send('create-channel', {
    body: { name: 'moderators', subscribers: [me], invite_only: true },
  });
  await recorder.send('update-realm', { body: { moderation_request_channel_id: moderators } });
  await call('report-message', {
    path: { message_id: sent },
    body: { report_type: 'other', description: 'It names a customer' },
  });

  const { queue_id: queue } = await recorder.send('register-queue', { body: { event_types: ['message'] } });
  await recorder.send('send-message', {
    body: { type: 'channel', to: gates, topic: 'keys', content: 'The key is found' },
  });
  await recorder.stream('stream-events', { query: { queue_id: queue, last_event_id: -1 } }, { message: anyEvent });

  const { url } = await call('upload-file', {
    file: { name: 'gates.txt', type: 'text/plain', bytes: Buffer.from('Gate 4 opens at 6:00.\n') },
  });
  const [realm_id, prefix, secret, filename] = url.split('/').slice(2);
  await call('get-temporary-url', { path: { realm_id, prefix, secret, filename } });
  const { attachments } = await call('get-attachments');
  await call('delete-attachment', { path: { attachment_id: attachments[0].id } });

  await call('get-email-address', { path: { stream_id: gates } });
  await call('update-subscriptions', { body: { add: [{ name: 'depot east' }], delete: ['depot south'] } });
  await call('update-muted-topics', { body: { stream_id: gates, topic: 'keys', op: 'add' } });

  const group = async (name: string) => {
    const { group_id: id } = await recorder.send('create-user-group', {
      body: { name, description: '', members: [me] },
    });
    return id;
  };
  const [riders, early] = [await group('riders'), await group('early riders')];
  await call('update-user-group-subgroups', { path: { user_group_id: riders }, body: { add: [early] } });
  await call('get-user-group-subgroups', { path: { user_group_id: riders } });
  await call('remove-user-group', { path: { user_group_id: riders } });
}
