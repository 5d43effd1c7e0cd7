import { until } from '../harness/clients.ts';
import { png } from '../harness/pictures.ts';
import type { Recorder } from './recorder.ts';

/** Calls the operations with which Olive sets up the organization. */
export async function callOrganization(recorder: Recorder): Promise<void> {
  const call: Recorder['call'] = (id, given) => recorder.call(id, given);
  const picture = async (name: string) => ({ name, type: 'image/png', bytes: await png(64, 64) });

  const { channel_folder_id: second } = await recorder.send('create-channel-folder', {
    body: { name: 'Customers', description: '' },
  });
  const { channel_folders: folders } = await recorder.send('get-channel-folders');
  const others = folders.map(({ id }: { id: number }) => id).filter((id: number) => id !== second);
  await call('reorder-channel-folders', { body: { order: [second, ...others] } });

  const { user_id: me } = await recorder.send('get-own-user');
  for (const [name, subscribers] of [
    ['depot south', [me]],
    ['depot east', []],
  ] as const)
    await recorder.send('create-channel', { body: { name, subscribers } });
  await call('create-default-group', {
    body: { group_name: 'drivers', description: 'What every driver reads', stream_names: ['depot south'] },
  });
  const { realm_default_stream_groups: groups } = await recorder.send('register-queue', {
    body: { event_types: ['message'], fetch_event_types: ['default_stream_groups'] },
  });
  const group = { group_id: groups[0].id };
  await call('update-default-group', { path: group, body: { new_description: 'What drivers read first' } });
  await call('update-default-group-channels', { path: group, body: { op: 'add', stream_names: ['depot east'] } });
  await call('delete-default-group', { path: group });

  await call('update-realm', { body: { description: 'Parcels by bike, since 2019' } });
  await call('update-setting-defaults', { body: { enter_sends: true, twenty_four_hour_time: true } });
  await call('test-welcome-message', {
    body: { welcome_message_custom_text: 'Welcome. Bikes are at the **north depot**.' },
  });
  await recorder.send('add-domain', { body: { domain: 'couriers.example', allow_subdomains: false } });
  await call('update-domain', { path: { domain: 'couriers.example' }, body: { allow_subdomains: true } });
  await call('upload-realm-icon', { file: await picture('icon.png') });
  await call('delete-realm-icon');
  await call('upload-realm-logo', { query: { night: false }, file: await picture('logo.png') });
  await call('delete-realm-logo', { body: { night: false } });
  await call('add-emoji', { path: { emoji_name: 'cargo_bike' }, file: await picture('cargo-bike.png') });
  await call('get-realm-emoji');
  await call('deactivate-emoji', { path: { emoji_name: 'cargo_bike' } });

  await call('get-filters');
  const { linkifiers } = await recorder.send('get-linkifiers');
  const [{ id: linkifier, pattern }] = linkifiers;
  await call('update-linkifier', {
    path: { filter_id: linkifier },
    body: { pattern, url_template: 'https://couriers.example/tasks/{id}' },
  });
  await call('reorder-linkifiers', { body: { ordered_linkifier_ids: [linkifier] } });
  await call('remove-linkifier', { path: { filter_id: linkifier } });
  const { id: playground } = await call('add-playground', {
    body: { name: 'Python', pygments_language: 'Python', url_template: 'https://python.example/?code={code}' },
  });
  await call('remove-playground', { path: { playground_id: playground } });
  const { id: depot } = await recorder.send('create-profile-field', { body: { name: 'Depot', field_type: 1 } });
  const { id: bike } = await recorder.send('create-profile-field', { body: { name: 'Bike', field_type: 1 } });
  await call('update-profile-field', { path: { field_id: depot }, body: { hint: 'Where you begin' } });
  await call('order-profile-fields', { body: { order: [bike, depot] } });

  await call('send-invitations', {
    body: { invitee_emails: 'nina@couriers.example', stream_ids: [], invite_as: 400 },
  });
  const { invites } = await recorder.send('get-invitations');
  const idOf = (multiuse: boolean) =>
    invites.find(({ is_multiuse: isLink }: { is_multiuse: boolean }) => isLink === multiuse).id;
  await call('resend-invitation', { path: { invite_id: idOf(false) } });
  await call('revoke-invitation', { path: { invite_id: idOf(false) } });
  await call('revoke-invitation-link', { path: { invite_id: idOf(true) } });

  await call('get-export-consents');
  const { id: made } = await call('request-export', { body: { export_type: 1 } });
  await until(async () => {
    const { exports } = await recorder.send('get-exports');
    return exports.every(({ pending }: { pending: boolean }) => !pending);
  }, 'the export');
  await call('get-exports');
  await call('delete-export', { path: { export_id: made } });

  await recorder.callRefused('create-call', {}, 'BAD_REQUEST');
  await recorder.callRefused('dev-fetch-api-key', { body: { username: 'olive@couriers.example' } }, 'BAD_REQUEST');
}

/** Calls the operations of bots, as their owner and as the bot. */
export async function callBots(recorder: Recorder): Promise<void> {
  const { user_id: bot } = await recorder.send('create-bot', {
    body: { full_name: 'Gate Bot', short_name: 'gates', bot_type: 1 },
  });
  await recorder.call('update-bot', { path: { bot_id: bot }, body: { full_name: 'Gates and Keys' } });
  const { api_key: key } = await recorder.call('regenerate-bot-key', { path: { bot_id: bot } });
  const { user } = await recorder.send('get-user', { path: { user_id: bot } });
  const own = recorder.as(`Basic ${Buffer.from(`${user.email}:${key}`).toString('base64')}`);
  await own.call('update-storage', { body: { storage: { 'gate 4': 'shut', 'gate 5': 'open' } } });
  await own.call('get-storage', { query: { keys: ['gate 4'] } });
  await own.call('delete-storage', { body: { keys: ['gate 5'] } });
}
