import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { decideAll, type Notifiable } from './decide-all.ts';

test('many messages to many people are decided upon a part at a time', async () => {
  const crowd = Array.from({ length: 6000 }, (_, n) => ({ channelId: 7, userId: n + 1 }));
  const pairs: number[] = [];
  const known = { settings: {}, emailVisibility: 1, policy: 0, isChannelMuted: false, isSenderMuted: false };
  const crowded = {
    async all({ strings, values }: Sql) {
      const given = values.find((value) => String(value).startsWith('[{"n":'));
      if (!given) return strings.join('').includes('chat.subscriptions') ? crowd : [];
      const asked: { n: number }[] = JSON.parse(String(given));
      pairs.push(asked.length);
      return asked.map(({ n }) => ({ ...known, n, email: null, push: null, wildcard: true, hasDevice: false }));
    },
  } as unknown as Reader;
  const naming = { mentionedUserIds: [], mentionedGroupIds: [], channelWildcard: true, topicWildcard: false };
  const news = Array.from({ length: 5 }, (_, n) => ({
    message: { id: n + 1, channelId: 7, topic: 'x', sender: { id: 1 }, people: [], ...naming },
    topicParticipantIds: [],
    at: 0,
  })) as unknown as Notifiable[];
  const notified = new Set<string>();
  for await (const part of decideAll(crowded, news, { isActive: () => false, pushes: false }))
    for (const { userId, messageId } of part) notified.add(`${userId} ${messageId}`);
  assert.equal(notified.size, 5 * 5999);
  assert.deepEqual(pairs, [10_000, 10_000, 9995]);
});
