import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultUserSettings } from '../settings/user-settings.ts';
import { type NotificationFacts, type NotificationTrigger, triggerOf } from './decision.ts';

type Given = Partial<NotificationFacts['settings']> & Partial<Omit<NotificationFacts, 'settings'>>;

function factsOf({ channel, isMuted, isFollowed, isSenderMuted, ...settings }: Given): NotificationFacts {
  return {
    settings: { ...defaultUserSettings, ...settings },
    channel: { email: null, push: null, wildcard: null, ...channel },
    isMuted: isMuted ?? false,
    isFollowed: isFollowed ?? false,
    isSenderMuted: isSenderMuted ?? false,
  };
}

const on = { enable_stream_email_notifications: true, enable_stream_push_notifications: true };
const off = {
  enable_offline_email_notifications: false,
  enable_offline_push_notifications: false,
};

test('why a message is told, by what it is and by what the person has set', () => {
  const cases: [
    given: NotificationTrigger[],
    facts: Given,
    email: NotificationTrigger | undefined,
    push?: NotificationTrigger | undefined,
  ][] = [
    [['direct'], {}, 'direct'],
    [['direct'], { isSenderMuted: true }, undefined],
    [['direct'], off, undefined],
    [['mention'], { isMuted: true }, 'mention'],
    [['mention', 'channel'], { ...off, ...on }, 'channel'],
    [['mention'], { isSenderMuted: true }, undefined],
    [['channel_wildcard'], {}, 'channel_wildcard'],
    [['channel_wildcard'], { wildcard_mentions_notify: false }, undefined],
    [['channel_wildcard'], { channel: { email: null, push: null, wildcard: false } }, undefined],
    [
      ['channel_wildcard'],
      { wildcard_mentions_notify: false, channel: { email: null, push: null, wildcard: true } },
      'channel_wildcard',
    ],
    [['topic_wildcard'], { isMuted: true }, undefined],
    [['topic_wildcard'], { isFollowed: true, wildcard_mentions_notify: false }, 'topic_wildcard'],
    [
      ['topic_wildcard'],
      { isFollowed: true, wildcard_mentions_notify: false, enable_followed_topic_wildcard_mentions_notify: false },
      undefined,
    ],
    [['topic_wildcard'], { ...off }, undefined],
    [['followed_topic'], { isFollowed: true }, 'followed_topic'],
    [['followed_topic'], { isFollowed: false }, undefined],
    [
      ['followed_topic'],
      { isFollowed: true, enable_followed_topic_email_notifications: false },
      undefined,
      'followed_topic',
    ],
    [['channel'], {}, undefined],
    [['channel'], on, 'channel'],
    [['channel'], { ...on, isMuted: true }, undefined],
    [['channel'], { ...on, channel: { email: false, push: null, wildcard: null } }, undefined, 'channel'],
    [['channel'], { channel: { email: true, push: false, wildcard: null } }, 'channel', undefined],
    [['direct', 'mention'], {}, 'direct'],
  ];
  for (const [given, facts, email, ...push] of cases) {
    const known = factsOf(facts);
    const text = JSON.stringify([given, facts]);
    assert.equal(triggerOf('email', new Set(given), known), email, `e-mail: ${text}`);
    assert.equal(triggerOf('push', new Set(given), known), push.length > 0 ? push[0] : email, `push: ${text}`);
  }
});
