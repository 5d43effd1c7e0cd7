import { createHmac } from 'node:crypto';
import { until } from '../harness/clients.ts';
import { photo } from '../harness/pictures.ts';
import type { Receiver } from '../harness/receiver.ts';
import type { SmsProviderServer } from '../harness/sms-provider.ts';
import type { DispatchWalk } from './dispatch-walk.ts';
import { anyEvent } from './recorder.ts';

const RECIPIENT = { name: 'Rita Recipient', phone: '+14155550143' };

/** Calls what belongs to a delivery: its conversation, its recipient, its PIN, its end. @param secret of Twilio's account */
export async function callAboutDeliveries(
  walk: DispatchWalk,
  { provider, secret }: { provider: SmsProviderServer; secret: string },
): Promise<void> {
  const { recorder } = walk;
  const call: typeof recorder.call = (id, given) => recorder.call(id, given);
  walk.startAt(10);
  const driver = await walk.driver('Dan Duty', { phone: '+14155550179', team: 'South', place: [-122.395, 37.7938] });
  const container = { type: 'WORKER', worker: driver.id };
  const task = await walk.task({ container, recipients: [RECIPIENT], requirements: { pin: true } });
  const path = { taskId: task.id };

  await call('update-conversation-settings', { body: {} });
  await call('open-conversation', { path });
  await call('get-conversation', { path });
  await driver.recorder.call('send-driver-message', { path, body: { text: 'The gate is shut. Who has the key?' } });
  await until(async () => (await recorder.send('list-questions')).length > 0, 'the question');
  await call('list-questions');
  const owner = await walk.administrator('olive@couriers.example');
  await owner.call('send-task-message', { path, body: { text: 'The porter opens at nine.' } });
  await driver.recorder.call('list-driver-messages', { path });
  const { messages } = await call('list-task-messages', { path });
  const { id: messageId } = messages.at(-1);
  await call('get-task-of-message', { query: { messageId } });
  await call('mark-conversation-read', { path, body: { messageId } });

  const anyone = recorder.as('');
  const token = { token: task.trackingURL.split('/').at(-1) };
  await driver.recorder.send('start-task', { path, body: { time: walk.time } });
  await anyone.call('get-tracking', { path: token });
  await anyone.stream('watch-tracking', { path: token, query: { language: 'en' } }, { view: anyEvent });
  await anyone.call('leave-message', { path: token, body: { text: 'Please ring at the blue door' } });
  await call('message-recipient', { path, body: { text: 'Dan is at your gate.' } });
  await call('renew-pin', { path });
  const { pin } = await anyone.send('get-tracking', { path: token });
  await driver.recorder.call('check-pin', { path, body: { pin } });
  const { uploadId } = await driver.recorder.call('create-upload', {
    file: { name: 'door.jpg', type: 'image/jpeg', bytes: await photo(64, 64) },
  });
  await driver.recorder.send('complete-own-task', {
    path,
    body: { time: walk.time, success: true, pin, photoUploadIds: [uploadId] },
  });
  await call('get-upload', { path: { uploadId } });
  await anyone.call('give-feedback', { path: token, body: { rating: 5, comments: 'Quick and friendly' } });
  const [recipient] = task.recipients;
  await call('list-recipient-deliveries', { path: { recipientId: recipient.id } });

  const other = await walk.task({ container });
  await driver.recorder.send('start-task', { path: { taskId: other.id }, body: { time: walk.time } });
  await call('complete-task', {
    path: { taskId: other.id },
    body: { completionDetails: { success: true, notes: 'Left at the desk' } },
  });

  const sign = (url: string) => ({ 'x-twilio-signature': createHmac('sha1', secret).update(url).digest('base64') });
  const callback = await until(
    () => provider.requests.findLast(({ fields }) => fields.To === RECIPIENT.phone)?.fields.StatusCallback,
    'the SMS',
  );
  await anyone.call('receive-twilio-receipt', {
    query: { MessageSid: 'SM1042', MessageStatus: 'delivered', message: new URL(callback).searchParams.get('message') },
    sign,
  });
  await anyone.call('receive-twilio-message', {
    query: { MessageSid: 'SM1043', From: RECIPIENT.phone, To: '+14155550100', Body: 'Thank you!' },
    sign,
  });
}

/** Calls what shows how a webhook fares. */
export async function callAboutWebhooks(walk: DispatchWalk, receiver: Pick<Receiver, 'url'>): Promise<void> {
  const { recorder } = walk;
  const call: typeof recorder.call = (id, given) => recorder.call(id, given);
  const { id } = await recorder.send('create-webhook', { body: { name: 'Deliveries', url: receiver.url, trigger: 6 } });
  const path = { webhookId: id };
  const since = walk.time;
  await walk.task();
  await until(async () => {
    const { deliveries } = await recorder.send('list-webhook-deliveries', { path });
    return deliveries[0]?.attempts.length > 0;
  }, 'the delivery');
  const { deliveries } = await call('list-webhook-deliveries', { path });
  await call('test-webhook-receiver', { path });
  await call('resend-webhook-delivery', { path: { ...path, deliveryId: deliveries[0].id } });
  await call('resend-webhook-deliveries', { path, body: { since } });
}
