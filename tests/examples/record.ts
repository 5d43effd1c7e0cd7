import sodium from 'libsodium-wrappers';
import { WEB_PUSH } from '../harness/browser-pushes.ts';
import { PushServiceServers } from '../harness/push-services.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer } from '../harness/server.ts';
import { vonageToken } from '../harness/signed-sms.ts';
import { SmsProviderServer } from '../harness/sms-provider.ts';
import { callChat } from './chat-calls.ts';
import { callChatAmiss, callChatErrors } from './chat-errors.ts';
import { callForEvents, EventExamples } from './chat-events.ts';
import { callAboutMessages } from './chat-messages.ts';
import { callBots, callOrganization } from './chat-organization.ts';
import { callAsPerson } from './chat-people.ts';
import { callDispatch } from './dispatch-calls.ts';
import { callAboutDeliveries, callAboutWebhooks } from './dispatch-deliveries.ts';
import { callDispatchErrors } from './dispatch-errors.ts';
import { callFleet } from './dispatch-fleet.ts';
import { DispatchWalk } from './dispatch-walk.ts';
import { recordWebhooks } from './dispatch-webhooks.ts';
import { callAsDriver } from './driver-calls.ts';
import { callElsewhere } from './elsewhere.ts';
import { recordRareEvents } from './rare-events.ts';
import { Recorder } from './recorder.ts';
import { callSession } from './session-calls.ts';
import { SessionRecorder } from './session-recorder.ts';
import { askWrongHosts, refuseSession } from './session-refusals.ts';
import { EXAMPLE_TIME_MS, StableExamples } from './stable.ts';
import { callWrongCell } from './wrong-cell.ts';

const PASSWORD = 'correct horse battery staple';
/** Private key for which apps encrypt their push tokens. */
const PUSH_KEY = Buffer.alloc(32, 9);
const SMS_SECRET = 'auth-token';
const SMS_NUMBER = '+14155550100';

const smsSettings = (provider: 'twilio' | 'vonage', url: string) => ({
  smsProvider: provider,
  smsUrl: url,
  smsAccount: 'AC1',
  smsSecret: SMS_SECRET,
  smsSignatureSecret: SMS_SECRET,
  smsFrom: SMS_NUMBER,
});

/** Records the examples of all APIs on servers of its own. Returns them by their files. */
export async function recordExamples(): Promise<Map<string, string>> {
  const pushes = await PushServiceServers.start();
  const provider = await SmsProviderServer.start();
  await using server = await startTestServer({
    ...pushes.settings(),
    pushRegistrationKey: PUSH_KEY,
    mailDomain: 'mail.hubbub.example',
    webPush: WEB_PUSH,
    ...smsSettings('twilio', provider.url),
  });
  server.clock.advance(EXAMPLE_TIME_MS - Date.now());
  const {
    organization_id: organizationId,
    chat,
    dispatch,
  } = await server.organization({
    name: 'Example Couriers',
    ownerName: 'Olive Owner',
    ownerEmail: 'olive@couriers.example',
    ownerPassword: PASSWORD,
  });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const receiver = await Receiver.start();
  const addresses = [
    [server.url, 'https://hubbub.example'],
    [receiver.origin, 'https://receiver.couriers.example'],
  ] as const;
  const stable = new StableExamples(addresses, server.clock.now().getTime());
  const ofChat = await Recorder.start(server, 'chat', {
    authorization: basic(`${chat.email}:${chat.api_key}`),
    stable,
  });
  const events = await EventExamples.start(ofChat, { all_public_streams: true });
  await callChat(ofChat, { email: chat.email, password: PASSWORD });
  await callChatErrors(ofChat, { email: chat.email, password: PASSWORD });
  await callOrganization(ofChat);
  await callBots(ofChat);
  await callAboutMessages(ofChat);
  await sodium.ready;
  const publicKey = Buffer.from(sodium.crypto_scalarmult_base(PUSH_KEY)).toString('base64');
  const time = server.clock.now().getTime();
  await callAsPerson(ofChat, { email: 'dora@couriers.example', password: PASSWORD }, { publicKey, time });
  await callForEvents(ofChat);
  const { stream_id: alarms } = await ofChat.send('get-channel-id', { query: { stream: 'alarms' } });
  await events.record({ type: 'channel', to: alarms, topic: 'gates' });
  await callChatAmiss(ofChat, server, { email: chat.email, password: PASSWORD });
  await callElsewhere(ofChat);
  await recordRareEvents(ofChat);
  const authorization = basic(`${dispatch.api_key}:`);
  const ofDispatch = await Recorder.start(server, 'dispatch', { authorization, stable });
  await callWrongCell(ofChat, ofDispatch);
  await callDispatch(ofDispatch, receiver);
  const walk = new DispatchWalk(server, organizationId, ofDispatch);
  await callAsDriver(walk);
  await callFleet(walk);
  await callAboutDeliveries(walk, { provider, secret: SMS_SECRET });
  await callAboutWebhooks(walk, receiver);
  await callDispatchErrors(walk);
  const { dispatch: fresh } = await server.organization({ name: 'Sample Couriers' });
  const beginner = ofDispatch.as(basic(`${fresh.api_key}:`));
  await beginner.call('create-pretend-fleet');
  await beginner.call('remove-pretend-fleet');
  const signalling = await server.organization({ name: 'Signal Couriers', ownerName: 'Sid Signal' });
  const ofSignals = ofDispatch.as(basic(`${signalling.dispatch.api_key}:`));
  await recordWebhooks(new DispatchWalk(server, signalling.organization_id, ofSignals), receiver, SMS_SECRET);
  await callAsVonage(ofDispatch, provider.url);
  const ofSession = await SessionRecorder.start(stable);
  await callSession(ofSession);
  await refuseSession(ofSession);
  await askWrongHosts(ofSession);
  await receiver.stop();
  await pushes.stop();
  await provider.stop();
  return new Map([
    ['docs/openapi/examples/chat.json', ofChat.text],
    ['docs/openapi/examples/dispatch.json', ofDispatch.text],
    ['docs/openapi/examples/session.json', ofSession.text],
  ]);
}

/** Calls what Vonage calls, on a server of its own: one server has one provider. */
async function callAsVonage(recorder: Recorder, url: string): Promise<void> {
  await using server = await startTestServer(smsSettings('vonage', url));
  const vonage = recorder.as('', server);
  const sign = (_url: string, text: string) => ({ authorization: vonageToken(SMS_SECRET, text) });
  await vonage.call('receive-vonage-receipt', {
    body: { message_uuid: 'v-1042', client_ref: 'm-1042', status: 'delivered' },
    sign,
  });
  await vonage.call('receive-vonage-message', {
    body: { message_uuid: 'v-1043', from: '14155550143', to: SMS_NUMBER.slice(1), text: 'Thank you!' },
    sign,
  });
}
