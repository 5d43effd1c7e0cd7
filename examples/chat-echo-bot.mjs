// A bot on Hubbub's chat with the unmodified `zulip-js` library: it joins a channel, says hello, and echoes the first
// thing that somebody else writes there.
//
//   HUBBUB_SITE=http://127.0.0.1:9800 HUBBUB_EMAIL=… HUBBUB_API_KEY=… node examples/chat-echo-bot.mjs

import zulipInit from 'zulip-js';

const CHANNEL = 'dispatch floor';

const { HUBBUB_SITE: realm, HUBBUB_EMAIL: username, HUBBUB_API_KEY: apiKey } = process.env;
if (!realm || !username || !apiKey) {
  console.error('Set HUBBUB_SITE, HUBBUB_EMAIL and HUBBUB_API_KEY (as `npm run hubbub -- bot create` prints them).');
  process.exit(1);
}

const client = await zulipInit({ realm, username, apiKey });
const me = await client.users.me.getProfile();
await client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: CHANNEL }]) });
const queue = await client.queues.register({ event_types: ['message'] });
await client.messages.send({ type: 'stream', to: CHANNEL, topic: 'hello', content: `**${me.full_name}** is here.` });
console.log(`${me.full_name} listens in "${CHANNEL}"`);

let last = queue.last_event_id;
let heard;
while (!heard) {
  const { events } = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: last });
  for (const event of events) {
    last = Math.max(last, event.id);
    // A bot hears itself too.
    if (event.type === 'message' && event.message.sender_id !== me.user_id) heard ??= event.message;
  }
}

const echo = await client.messages.send({
  type: 'stream',
  to: CHANNEL,
  topic: heard.subject,
  content: `${heard.sender_full_name} says:\n\`\`\`quote\n${heard.content}\n\`\`\``,
});
console.log(`echoed ${heard.sender_full_name} in message ${echo.id}`);
await client.queues.deregister({ queue_id: queue.queue_id });
