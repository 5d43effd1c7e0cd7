// Runs in a process of its own, because the library's event loop has no end: it prints the first message it hears of.

import zulipInit from 'zulip-js';

const { HUBBUB_SITE: realm, HUBBUB_EMAIL: username, HUBBUB_API_KEY: apiKey } = process.env;
const client = await zulipInit({ realm, username, apiKey });
await client.callOnEachEvent(
  (event) => {
    if (event.type !== 'message') return;
    console.log(event.message.content);
    process.exit(0);
  },
  ['message'],
);
