import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attentionFor } from '../../web/chat/notify/facts.ts';
import { noticeOf } from '../../web/chat/notify/items.ts';
import { plainText } from '../../web/chat/notify/plain-text.ts';
import { restTimes } from '../../web/chat/notify/rest-times.ts';
import { topicKey } from '../../web/store/chat/conversation.ts';
import type { Message } from '../../web/store/wire/chat.ts';
import { ME, someDirect, someMessage, someState } from './chat-state.ts';

const NOW = new Date('2030-01-02T10:00:00Z');
const SETTINGS = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  wildcard_mentions_notify: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  do_not_disturb_until: 0,
};

interface Circumstances {
  settings?: Partial<typeof SETTINGS>;
  /** The person's policy for channel 1, topic `gates`. */
  policy?: number;
  channel?: object;
  mutedUsers?: number[];
}

const direct = someDirect(1, [ME, 8], { flags: [] });
const inChannel = (...flags: Message['flags']) => someMessage(1, { flags });

/** Returns the causes for the screen and for a sound. */
function causes(message: Message, { settings, policy, channel, mutedUsers = [] }: Circumstances = {}) {
  const state = someState({ user_settings: { ...SETTINGS, ...settings } as never });
  state.fields.muted_users = mutedUsers.map((id) => ({ id, timestamp: 1 }));
  Object.assign(state.subscriptions.get(1)!, channel);
  if (policy !== undefined)
    state.topicPolicies.set(topicKey(1, 'gates'), {
      ...{ stream_id: 1, topic_name: 'gates', last_updated: 1 },
      visibility_policy: policy,
    });
  const { desktop, sound } = attentionFor(state, message, NOW);
  return [desktop, sound];
}

describe('what a message does on an open page', () => {
  const none = [undefined, undefined];
  const seconds = NOW.getTime() / 1000;
  for (const [name, message, circumstances, expected] of [
    ['a direct message', direct, {}, ['direct', 'direct']],
    ['sounds are off', direct, { settings: { enable_sounds: false } }, ['direct', undefined]],
    ['one’s own', someDirect(1, [ME, 8], { flags: [], sender_id: ME }), {}, none],
    ['read on another device', someDirect(1, [ME, 8], { flags: ['read'] }), {}, none],
    ['of somebody muted', direct, { mutedUsers: [8] }, none],
    ['while nobody is to disturb', direct, { settings: { do_not_disturb_until: seconds + 1 } }, none],
    ['afterwards', direct, { settings: { do_not_disturb_until: seconds } }, ['direct', 'direct']],
    ['a message in a channel', inChannel(), {}, none],
    ['the channel notifies', inChannel(), { channel: { desktop_notifications: true } }, ['channel', undefined]],
    [
      'all channels sound',
      inChannel(),
      { settings: { enable_stream_audible_notifications: true } },
      [undefined, 'channel'],
    ],
    [
      'all but this one sound',
      inChannel(),
      { settings: { enable_stream_audible_notifications: true }, channel: { audible_notifications: false } },
      none,
    ],
    ['a muted topic', inChannel(), { channel: { desktop_notifications: true }, policy: 1 }, none],
    ['a muted channel', inChannel(), { channel: { desktop_notifications: true, is_muted: true } }, none],
    ['a followed topic', inChannel(), { policy: 3 }, ['followed_topic', undefined]],
    ['a mention in a muted topic', inChannel('mentioned'), { policy: 1 }, ['mention', 'mention']],
    ['everybody', inChannel('stream_wildcard_mentioned'), {}, ['channel_wildcard', 'channel_wildcard']],
    ['everybody in a muted topic', inChannel('stream_wildcard_mentioned'), { policy: 1 }, none],
    ['a word of one’s own', inChannel('has_alert_word'), {}, ['mention', 'mention']],
    ['a word of one’s own in a muted topic', inChannel('has_alert_word'), { policy: 1 }, none],
    ['a channel that one left', someMessage(1, { flags: [], stream_id: 3 }), {}, none],
  ] as const)
    test(name, () => assert.deepEqual(causes(message, circumstances as Circumstances), expected));
});

describe('a message’s words', () => {
  for (const [name, html, expected] of [
    ['paragraphs and breaks', '<p>one <strong>two</strong><br>\nthree</p>\n<p>four</p>', 'one two\nthree\nfour'],
    ['signs', '<p>1 &lt; 2 &amp;&amp; &#x1f6b2;</p>', '1 < 2 && 🚲'],
    [
      'emoji',
      '<p><span aria-label="bike" class="emoji emoji-1f6b2" role="img" title="bike">:bike:</span> ok</p>',
      '🚲 ok',
    ],
    ['an emoji of the organization', '<p><img alt=":crate:" class="emoji" src="/x.png" title="crate"></p>', ':crate:'],
    ['a mention', '<p><span class="user-mention" data-user-id="7">@Person 7</span> hi</p>', '@Person 7 hi'],
    ['a list', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>', '• one\n• two'],
    ['code', '<div class="codehilite"><pre><span></span><code>a\n  b\n</code></pre></div>', 'a\nb'],
    [
      'what a spoiler hides stays hidden',
      '<div class="spoiler-block"><div class="spoiler-header"><p>Who</p></div><div class="spoiler-content"><p>Me</p></div></div>',
      'Who',
    ],
    [
      'a picture is its name',
      '<p><a href="/user_uploads/1/x.png">x.png</a></p><div class="message_inline_image"><a href="/x"><img alt="twice" src="/t"></a></div>',
      'x.png',
    ],
    ['a formula', '<p><span class="katex"><math><annotation>x^2</annotation></math><span>x2</span></span></p>', 'x^2'],
    ['a script is nothing', '<p>a</p><script>alert(1)</script>', 'a'],
    ['HTML that somebody wrote', '<p>&lt;img src=x onerror=alert(1)&gt;</p>', '<img src=x onerror=alert(1)>'],
    ['nothing', '', ''],
  ] as const)
    test(name, () => assert.equal(plainText(html), expected));

  test('a long one is cut between characters', () => {
    const text = plainText(`<p>${'🚲'.repeat(500)}</p>`);
    assert.equal([...text].length, 300);
    assert.ok(text.endsWith('🚲…'));
  });
});

test('a notification has the sender, the place and the text, unless it is hidden', () => {
  const given = { place: undefined, path: '/dm/8/near/1', hidden: 'New message', showsDirect: true };
  const message = { ...direct, sender_full_name: 'Mara Fern', content: '<p>Keys?</p>' };
  assert.deepEqual(noticeOf(message, given), {
    ...{ title: 'Mara Fern', body: 'Keys?', tag: 'chat-1', messageId: 1, path: '/dm/8/near/1' },
  });
  assert.equal(noticeOf(message, { ...given, showsDirect: false }).body, 'New message');
  const shared = { ...inChannel(), sender_full_name: 'Mara Fern', content: '<p>/me waves</p>', is_me_message: true };
  const notice = noticeOf(shared, { ...given, place: '#yard › gates', showsDirect: false });
  assert.deepEqual([notice.title, notice.body], ['Mara Fern · #yard › gates', 'Mara Fern waves']);
});

test('ends of "do not disturb" are in the time of the device', () => {
  const names = (now: Date) => restTimes(now).map(({ name, at }) => [name, at.toString().slice(0, 21)]);
  assert.deepEqual(names(new Date(2030, 0, 2, 16, 20)), [
    ['halfHour', 'Wed Jan 02 2030 16:50'],
    ['hour', 'Wed Jan 02 2030 17:20'],
    ['tomorrow', 'Thu Jan 03 2030 09:00'],
    ['monday', 'Mon Jan 07 2030 09:00'],
  ]);
  // On Sunday tomorrow is Monday; on Monday the next one is meant; at night the morning is near.
  assert.deepEqual(names(new Date(2030, 0, 6, 16, 20)).slice(2), [['tomorrow', 'Mon Jan 07 2030 09:00']]);
  assert.deepEqual(names(new Date(2030, 0, 7, 2, 0)).slice(2), [
    ['tomorrow', 'Mon Jan 07 2030 09:00'],
    ['monday', 'Mon Jan 14 2030 09:00'],
  ]);
});
