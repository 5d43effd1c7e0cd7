import sodium from 'libsodium-wrappers';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { PushServiceServers } from '../harness/push-services.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer } from '../harness/server.ts';
import { callChat } from './chat-calls.ts';
import { callAboutMessages } from './chat-messages.ts';
import { callBots, callOrganization } from './chat-organization.ts';
import { callAsPerson } from './chat-people.ts';
import { callDispatch } from './dispatch-calls.ts';
import { callAsDriver } from './driver-calls.ts';
import { Recorder } from './recorder.ts';
import { EXAMPLE_TIME_MS, StableExamples } from './stable.ts';

const PASSWORD = 'correct horse battery staple';
/** Private key for which apps encrypt their push tokens. */
const PUSH_KEY = Buffer.alloc(32, 9);

/** Records the examples of both APIs on a server of its own. Returns them by their files. */
export async function recordExamples(): Promise<Map<string, string>> {
  const pushes = await PushServiceServers.start();
  await using server = await startTestServer({
    ...pushes.settings(),
    pushRegistrationKey: PUSH_KEY,
    mailDomain: 'mail.hubbub.example',
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
  await callChat(ofChat, { email: chat.email, password: PASSWORD });
  await callOrganization(ofChat);
  await callBots(ofChat);
  await callAboutMessages(ofChat);
  await sodium.ready;
  const publicKey = Buffer.from(sodium.crypto_scalarmult_base(PUSH_KEY)).toString('base64');
  const time = server.clock.now().getTime();
  await callAsPerson(ofChat, { email: 'dora@couriers.example', password: PASSWORD }, { publicKey, time });
  const authorization = basic(`${dispatch.api_key}:`);
  const ofDispatch = await Recorder.start(server, 'dispatch', { authorization, stable });
  await callDispatch(ofDispatch, receiver);
  const phone = '+14155550177';
  const made = await createWorkerForCli(server.services, {
    organizationId,
    team: 'North and wharf',
    name: 'Dan Driver',
    phone,
  });
  await callAsDriver(ofDispatch, { id: made.worker_id, phone, password: made.password }, time);
  await receiver.stop();
  await pushes.stop();
  return new Map([
    ['docs/openapi/examples/chat.json', ofChat.text],
    ['docs/openapi/examples/dispatch.json', ofDispatch.text],
  ]);
}
