import assert from 'node:assert/strict';
import { after, test } from 'node:test';
// @ts-expect-error the library has no types
import zulipInit from 'zulip-js';
import { type Answer, DispatchClient, sendBytes, until } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { photo } from '../harness/pictures.ts';
import { Installation } from '../harness/program.ts';

/** Three starts and some commands, on a machine that is busy. */
const LONG = { timeout: 300_000 };

const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** A worker with a phone. */
async function driver(organization: string, name: string, phone: string) {
  const { stdout, stderr } = await installation.command(
    ...['worker', 'create', '--organization', organization, '--team', 'North', '--name', name, '--phone', phone],
    '--json',
  );
  assert.ok(stdout, stderr);
  const { worker_id: id, password } = JSON.parse(stdout);
  const url = `http://127.0.0.1:${installation.port}`;
  const { token } = ok(await new DispatchClient({ url, token: 'nobody' }).post('/driver/sign-in', { phone, password }));
  return { id: id as string, client: new DispatchClient({ url, token }) };
}

/*
 * One delivery: a dispatcher in zulip-js, two drivers, and a recipient who has the link of the tracking page. The server is
 * killed while a question waits for its answer, and while a phone is offline.
 */
test(
  'a delivery is talked through in its topic, and all of it is there once and in order after two kill -9',
  LONG,
  async () => {
    let program = await installation.start();
    const { chat, dispatch, organization_id: organization } = await installation.organization();
    const settings = { realm: program.url, username: chat.email, apiKey: chat.api_key };
    const olive = await zulipInit(settings);
    const api = new DispatchClient({ url: program.url, api_key: dispatch.api_key });
    const recipient = new DispatchClient({ url: program.url, token: 'nobody' });
    const [admin] = ok(await api.get('/admins'));
    ok(await api.post('/teams', { name: 'North', workers: [], managers: [admin.id] }));
    const { channelId } = ok(await api.put('/conversations/settings', { opensEveryTask: true })).organization;
    const dora = await driver(organization, 'Dora Driver', '+14155550101');
    const emil = await driver(organization, 'Emil Rider', '+14155550102');

    const task = ok(
      await api.post('/tasks', {
        destination: destinationAt(),
        recipients: [{ name: 'Grete Meier', phone: '+14155550103' }],
        container: { type: 'WORKER', worker: dora.id },
      }),
    );
    const topic = `${task.shortId} Grete Meier`;
    const tracking = `/tracking/${task.trackingURL.split('/t/')[1]}`;
    const messages = `/driver/tasks/${task.id}/messages`;
    /** Returns the messages of the topic as the dispatcher's client shows them. */
    const messagesIn = async (name: string): Promise<string[]> => {
      const narrow = [
        { operator: 'channel', operand: channelId },
        { operator: 'topic', operand: name },
      ];
      const page = {
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        narrow,
        apply_markdown: false,
      };
      const answer = await olive.messages.retrieve(page);
      assert.equal(answer.result, 'success', JSON.stringify(answer));
      return answer.messages.map(
        (each: { sender_full_name: string; content: string }) => `${each.sender_full_name}: ${each.content}`,
      );
    };
    const receive = (name: string, what: RegExp) =>
      until(async () => (await messagesIn(name)).some((each) => what.test(each)), `${what}`);
    const sendText = async (content: string) => {
      const sent = await olive.messages.send({ type: 'channel', to: channelId, topic, content });
      assert.equal(sent.result, 'success', JSON.stringify(sent));
    };

    await receive(topic, /Dora Driver\*\* has the task now/);
    ok(await recipient.post(`${tracking}/message`, { text: 'Ring twice' }));
    await receive(topic, /The recipient wrote/);
    const question = { text: 'Which of the two doors?', actionId: 'question' };
    ok(await dora.client.post(messages, question));
    await program.end('SIGKILL');

    program = await installation.start();
    // A phone that heard no answer asks again.
    ok(await dora.client.post(messages, question));
    await sendText('The red one. Emil is nearer, though.');
    await sendText('/assign Emil');
    await receive(topic, /Olive Owner\*\* assigned the task to \*\*Emil Rider/);
    assert.equal((await dora.client.post(messages, { text: 'Why?' })).json.message.error, 1402);
    assert.equal((await dora.client.get(messages)).json.message.error, 1402);
    ok(await emil.client.post(`/driver/tasks/${task.id}/start`, { actionId: 'start' }));
    await program.end('SIGKILL');

    // Meanwhile Emil delivers, without a net.
    const delivered = Date.now();
    program = await installation.start();
    ok(await emil.client.post(`/driver/tasks/${task.id}/start`, { actionId: 'start' }));
    ok(await emil.client.post(messages, { text: 'I am at the red door', actionId: 'door', time: delivered }));
    const bytes = await photo(40, 30);
    const { uploadId } = ok(await sendBytes(emil.client, 'POST', '/uploads', bytes, { 'content-type': 'image/jpeg' }));
    const proof = { success: true, notes: 'With the neighbour', photoUploadIds: [uploadId], time: delivered };
    ok(await emil.client.post(`/driver/tasks/${task.id}/complete`, { ...proof, actionId: 'complete' }));
    ok(await emil.client.post(`/driver/tasks/${task.id}/complete`, { ...proof, actionId: 'complete' }));
    await receive(`✔ ${topic}`, /has marked this topic as resolved/);
    ok(await recipient.post(`${tracking}/feedback`, { rating: 5, comments: 'Thank you' }));
    await receive(`✔ ${topic}`, /The recipient gave 5 stars/);

    const expected = [
      /^Notification Bot: \*\*Task .*Grete Meier[\s\S]*Dora Driver\*\* has the task now/,
      /The recipient wrote: \*\*Ring twice\*\*/,
      /^Dora Driver: Which of the two doors\?$/,
      /^Olive Owner: The red one/,
      /^Olive Owner: \/assign Emil$/,
      /assigned the task to \*\*Emil Rider/,
      /Emil Rider\*\* started/,
      /^Emil Rider: I am at the red door/,
      /Completed by \*\*Emil Rider\*\*[\s\S]*With the neighbour[\s\S]*\[Proof\][^:]*:[\s\S]*1 photo/,
      /marked this topic as resolved/,
      /gave 5 stars of 5: \*\*Thank you\*\*/,
    ];
    const all = await messagesIn(`✔ ${topic}`);
    const text = all.join('\n---\n');
    const found = expected.map((pattern) => all.filter((each) => pattern.test(each)).length);
    assert.deepEqual(
      found,
      expected.map(() => 1),
      text,
    );
    const places = expected.map((pattern) => all.findIndex((each) => pattern.test(each)));
    // The bot says of a start what it reads of it, which may be after what was typed meanwhile.
    const ordered = places.filter((_, n) => n !== 6);
    assert.deepEqual(
      ordered,
      ordered.toSorted((a, b) => a - b),
      text,
    );
    assert.ok(places[6]! > places[5]! && places[6]! <= places[8]!, text);
    assert.deepEqual(await messagesIn(topic), []);
  },
);
