import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserContent, type PushNotice } from './notice.ts';

const person = (id: number) => ({ id, fullName: 'Ann Adler' });

function noticeOf({ text, people, given = {} }: { text: string; people: number; given?: object }) {
  const recipients = Array.from({ length: people }, (_, n) => person(1_000_000 + n));
  const message = { id: 9, channelId: null, sender: recipients[0], people: recipients, timestamp: 1 };
  const account = { realmUrl: `https://${'x'.repeat(200)}.example`, realmName: 'Example Couriers', userId: 1 };
  const shownIds = Array.from({ length: 50 }, (_, n) => 1_000_000_000 + n);
  const rest = { topic: '', avatarUrl: account.realmUrl, isHiddenInBrowsers: false, shownIds, ...given };
  return { kind: 'message', account, message, text, ...rest } as unknown as PushNotice & { kind: 'message' };
}

test('what browsers are pushed fits into what push services take, whatever is in it', () => {
  // Six bytes each in JSON: the most that a character can be.
  for (const [text, people] of [
    ['\u0001'.repeat(500), 60],
    ['\u{1f6aa}'.repeat(500), 500],
    ['short', 500],
  ] as const) {
    const content = browserContent(noticeOf({ text, people })) as { content: string; recipient_user_ids: number[] };
    assert.ok(Buffer.byteLength(JSON.stringify(content)) <= 3993);
    assert.ok(content.content.length > 0 && (content.content === text || content.content.endsWith('…')));
    assert.equal(content.recipient_user_ids.length, people > 60 ? 0 : people);
  }
});

test('the text is kept back where the person said so', () => {
  const content = browserContent(noticeOf({ text: 'hello', people: 2, given: { isHiddenInBrowsers: true } }));
  assert.equal((content as { content: string }).content, '');
});
