import sodium from 'libsodium-wrappers';
import { png } from '../harness/pictures.ts';
import type { Recorder } from './recorder.ts';

/** Account of somebody who calls. */
interface Account {
  email: string;
  password: string;
}

/** Server of encrypted pushes, as an app sees it. */
interface PushService {
  /** Public key for which apps encrypt their tokens. */
  publicKey: string;
  /** Time of the server, in milliseconds since 1970. */
  time: number;
}

/** Calls what somebody does with their own account, and in the end leaves with Dora's. */
export async function callAsPerson(recorder: Recorder, dora: Account, service: PushService): Promise<void> {
  const call: Recorder['call'] = (id, given) => recorder.call(id, given);
  await call('update-display-settings', { body: { high_contrast_mode: true } });
  await call('update-notification-settings', { body: { enable_sounds: false } });
  const { saved_snippet_id: snippet } = await recorder.send('create-saved-snippet', {
    body: { title: 'Late', content: 'We are late. Sorry!' },
  });
  await call('update-saved-snippet', {
    path: { saved_snippet_id: snippet },
    body: { content: 'We are ten minutes late. Sorry!' },
  });
  await call('add-navigation-view', {
    body: { fragment: 'narrow/has/attachment', is_pinned: true, name: 'Files' },
  });
  await call('get-navigation-views');
  await call('update-navigation-view', {
    path: { fragment: 'narrow/has/attachment' },
    body: { name: 'All files', is_pinned: false },
  });
  await call('remove-navigation-view', { path: { fragment: 'narrow/has/attachment' } });
  await call('upload-avatar', { file: { name: 'olive.png', type: 'image/png', bytes: await png(64, 64) } });
  await call('delete-avatar');
  const { custom_fields: fields } = await recorder.send('get-profile-fields');
  await recorder.send('update-own-profile', { body: { data: [{ id: fields[0].id, value: 'North' }] } });
  await call('clear-own-profile', { body: { data: [fields[0].id] } });
  await callDevices(recorder, service);

  const { members } = await recorder.send('get-users');
  const { user_id } = members.find(({ email }: Account) => email === dora.email);
  await call('update-user-status', { path: { user_id }, body: { status_text: 'On the road' } });
  const { api_key: key } = await recorder.send('fetch-api-key', {
    body: { username: dora.email, password: dora.password },
  });
  const own = recorder.as(`Basic ${Buffer.from(`${dora.email}:${key}`).toString('base64')}`);
  await own.call('deactivate-own-user');
}

/** Calls the operations of devices that receive pushes. */
async function callDevices(recorder: Recorder, { publicKey, time }: PushService): Promise<void> {
  const call: Recorder['call'] = (id, given) => recorder.call(id, given);
  const ios = 'c0ffee'.repeat(10);
  await call('add-apns-token', { body: { token: ios, appid: 'com.example.couriers' } });
  await call('add-fcm-token', { body: { token: 'android:1' } });
  await call('test-notification', { body: { token: ios } });
  await call('remove-apns-token', { body: { token: ios } });
  await call('remove-fcm-token', { body: { token: 'android:1' } });

  await sodium.ready;
  const { device_id: device } = await call('register-client-device');
  const registration = { token: 'android:2', token_kind: 'fcm', timestamp: Math.floor(time / 1000) };
  const sealed = sodium.crypto_box_seal(JSON.stringify(registration), Buffer.from(publicKey, 'base64'));
  const keys = {
    push_key: Buffer.concat([Buffer.from([0x31]), Buffer.alloc(32, 7)]).toString('base64'),
    token_kind: 'fcm',
    bouncer_public_key: publicKey,
    encrypted_push_registration: Buffer.from(sealed).toString('base64'),
  };
  await call('register-push-device', {
    body: { device_id: device, push_key_id: 7, token_id: 'android-2', ...keys },
  });
  await call('test-encrypted-notification', { body: { device_id: device } });
  await call('remove-client-device', { body: { device_id: device } });
  await recorder.send('register-push-device', { body: { push_account_id: 1042, ...keys } });
}
