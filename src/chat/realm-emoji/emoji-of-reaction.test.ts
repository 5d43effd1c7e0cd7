import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_EMOJI } from '../emoji/built-in-emoji.ts';
import { emojiNamed, type GivenEmoji, readEmoji } from './emoji-of-reaction.ts';
import type { RealmEmoji } from './realm-emoji.ts';

const own = [
  { id: 5, name: 'wave_twice', isDeactivated: true },
  { id: 6, name: 'wave_twice', isDeactivated: false },
  { id: 7, name: 'retired', isDeactivated: true },
] as unknown as RealmEmoji[];
const read = (emoji_name: string, reaction_type?: string, emoji_code?: string) =>
  readEmoji({ emoji_name, emoji_code, reaction_type } as GivenEmoji & { emoji_name: string }, own);
const shown = (...given: Parameters<typeof read>) => {
  const { emojiName, emojiCode, reactionType } = read(...given);
  return [emojiName, emojiCode, reactionType].join(' ');
};
const CAR = 'car 1f697 unicode_emoji';
const OWN = 'wave_twice 6 realm_emoji';
const BUILT_IN = `${BUILT_IN_EMOJI} ${BUILT_IN_EMOJI} service_extra_emoji`;

test('an emoji is found by its name, by its kind, and by its code', () => {
  const cases: [given: Parameters<typeof read>, wanted: string][] = [
    [['car'], CAR],
    [['car', 'unicode_emoji'], CAR],
    [['car', undefined, '1f697'], CAR],
    [['car', 'unicode_emoji', '1f697'], CAR],
    [['wave_twice'], OWN],
    [['wave_twice', 'realm_emoji'], OWN],
    [['wave_twice', 'realm_emoji', '6'], OWN],
    [[BUILT_IN_EMOJI], BUILT_IN],
    [[BUILT_IN_EMOJI, 'service_extra_emoji'], BUILT_IN],
    [[BUILT_IN_EMOJI, 'zulip_extra_emoji', BUILT_IN_EMOJI], BUILT_IN],
  ];
  for (const [given, wanted] of cases) assert.equal(shown(...given), wanted, given.join(' '));
  assert.equal(emojiNamed('wave_twice', own).emojiCode, '6');
});

test('an emoji that is another one, of another kind, or no longer in use is refused', () => {
  const cases: [given: Parameters<typeof read>, message: string][] = [
    [['retired'], "Emoji 'retired' does not exist"],
    [['retired', 'realm_emoji'], 'Invalid custom emoji.'],
    [['retired', 'realm_emoji', '7'], 'This custom emoji has been deactivated.'],
    [['wave_twice', 'realm_emoji', '5'], 'This custom emoji has been deactivated.'],
    [['retired', 'realm_emoji', '6'], 'Invalid custom emoji name.'],
    [['wave_twice', 'realm_emoji', '8'], 'Invalid custom emoji.'],
    [['wave_twice', 'unicode_emoji'], "Emoji 'wave_twice' does not exist"],
    [['car', 'unicode_emoji', 'x'], 'Invalid emoji code.'],
    [['bus', 'unicode_emoji', '1f697'], 'Invalid emoji name.'],
    [[BUILT_IN_EMOJI, 'service_extra_emoji', 'x'], 'Invalid emoji code.'],
    [['x', 'service_extra_emoji', BUILT_IN_EMOJI], 'Invalid emoji name.'],
    [['car', 'other'], 'Invalid emoji type.'],
  ];
  for (const [given, message] of cases) assert.throws(() => read(...given), { message }, given.join(' '));
});
