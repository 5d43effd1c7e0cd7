import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { BUILT_IN_EMOJI_PATH } from './built-in-emoji.ts';
import { allUnicodeEmoji } from './unicode-emoji.ts';

/** Path that `server_emoji_data_url` of the registration answer points to. */
export const EMOJI_DATA_PATH = '/static/emoji/emoji_api.json';

const DAY = 'public, max-age=86400';

/** client: zulip-flutter learns the names of emoji from this file; it is no operation of the API and needs no sign-in. */
export async function serveEmojiData(app: FastifyInstance): Promise<void> {
  app.get(EMOJI_DATA_PATH, (_request, reply) =>
    reply
      .header('content-type', 'application/json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify({ code_to_names: Object.fromEntries(allUnicodeEmoji()) })),
  );
  app.get(BUILT_IN_EMOJI_PATH, async (_request, reply) =>
    reply
      .header('content-type', 'image/png')
      .header('cache-control', DAY)
      .send(await readFile(new URL('built-in-emoji.png', import.meta.url))),
  );
}
