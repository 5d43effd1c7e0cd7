// A bot on Hubbub's chat with the unmodified `zulip-js` library: it joins a channel, says hello, and echoes what
// anybody writes to it there, until it has echoed once.
//
//   HUBBUB_SITE=http://127.0.0.1:9800 HUBBUB_EMAIL=… HUBBUB_API_KEY=… node examples/chat-echo-bot.mjs

import zulipInit from 'zulip-js';

const { HUBBUB_SITE: realm, HUBBUB_EMAIL: username, HUBBUB_API_KEY: apiKey } = process.env;
if (!realm || !username || !apiKey) {
  console.error('Set HUBBUB_SITE, HUBBUB_EMAIL and HUBBUB_API_KEY (as `npm run hubbub -- org create` prints them).');
  process.exit(1);
}

const client = await zulipInit({ realm, username, apiKey });
const me = await client.users.me.getProfile();
await client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'dispatch floor' }]) });
const queue = await client.queues.register({ event_types: ['message'] });

const sent = await client.messages.send({
  type: 'stream',
  to: 'dispatch floor',
  topic: 'hello',
  content: `**${me.full_name}** is here.`,
});
console.log(`sent message ${sent.id}`);

let last = queue.last_event_id;
for (let received = 0; received === 0; ) {
  const { events } = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: last });
  for (const event of events) {
    last = Math.max(last, event.id);
    if (event.type !== 'message') continue;
    received++;
    console.log(`${event.message.sender_full_name}: ${event.message.content}`);
  }
}

const { messages } = await client.messages.retrieve({
  narrow: [{ operator: 'channel', operand: 'dispatch floor' }],
  anchor: 'newest',
  num_before: 10,
  num_after: 0,
});
console.log(`the channel has ${messages.length} message(s)`);
