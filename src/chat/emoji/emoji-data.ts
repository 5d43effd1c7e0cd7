import type { FastifyInstance } from 'fastify';
import { unicodeEmoji } from './unicode-emoji.ts';

/** Where `server_emoji_data_url` of the registration answer leads. */
export const EMOJI_DATA_PATH = '/static/emoji/emoji_api.json';

/** client: zulip-flutter learns the names of emoji from this file; it is no operation of the API and needs no sign-in. */
export async function serveEmojiData(app: FastifyInstance): Promise<void> {
  const names = Object.entries(unicodeEmoji).map(([code, list]) => [code, list.split(' ')]);
  const text = JSON.stringify({ code_to_names: Object.fromEntries(names) });
  app.get(EMOJI_DATA_PATH, (_request, reply) =>
    reply.header('content-type', 'application/json').header('cache-control', 'public, max-age=3600').send(text),
  );
}
