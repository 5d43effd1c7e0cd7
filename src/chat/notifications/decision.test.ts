import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isUndisturbed,
  type NotificationFacts,
  type NotificationTrigger,
  notificationTriggerOf,
} from '../../../rules/notifications.ts';
import { defaultUserSettings } from '../settings/user-settings.ts';

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
    assert.equal(notificationTriggerOf('email', new Set(given), known), email, `e-mail: ${text}`);
    assert.equal(
      notificationTriggerOf('push', new Set(given), known),
      push.length > 0 ? push[0] : email,
      `push: ${text}`,
    );
  }
});

test('an open page tells by the same rule: on the screen and by a sound', () => {
  const quiet = { enable_desktop_notifications: false, enable_sounds: false };
  const cases: [NotificationTrigger[], Given, NotificationTrigger | undefined, NotificationTrigger | undefined][] = [
    [['direct'], {}, 'direct', 'direct'],
    [['direct'], quiet, undefined, undefined],
    [['direct'], { enable_sounds: false }, 'direct', undefined],
    [['channel'], { enable_stream_desktop_notifications: true }, 'channel', undefined],
    [['channel'], { channel: { desktop: false, sound: true } }, undefined, 'channel'],
    [['channel'], { channel: { desktop: true }, isMuted: true }, undefined, undefined],
    [
      ['followed_topic'],
      { isFollowed: true, enable_followed_topic_audible_notifications: false },
      'followed_topic',
      undefined,
    ],
  ];
  for (const [given, facts, desktop, sound] of cases) {
    const known = factsOf(facts);
    const text = JSON.stringify([given, facts]);
    assert.equal(notificationTriggerOf('desktop', new Set(given), known), desktop, text);
    assert.equal(notificationTriggerOf('sound', new Set(given), known), sound, text);
  }
});

test('nobody is disturbed before the time that they set', () => {
  const until = (do_not_disturb_until: number) => ({ ...defaultUserSettings, do_not_disturb_until });
  assert.deepEqual(
    [isUndisturbed(until(0), 100), isUndisturbed(until(101), 100), isUndisturbed(until(100), 100)],
    [false, true, false],
  );
});
