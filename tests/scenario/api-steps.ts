import fc from 'fast-check';
import { TOPICS, WORDS } from './narrow-steps.ts';

const small = fc.nat({ max: 1000 });
const words = fc.array(fc.nat({ max: WORDS.length - 1 }), { minLength: 1, maxLength: 3 });
const topic = fc.nat({ max: TOPICS.length - 1 });
const MENTIONS = ['nobody', 'nobody', 'somebody', 'channel', 'topic'] as const;
export const MODES = ['change_one', 'change_later', 'change_all'] as const;
/** Each as it stands in a text: as a word, or as a part of one in a script without blanks. */
export const ALERT_WORDS = ['parcel', 'tours', 'm-hb', '東京'];
const text = { words, mention: fc.constantFrom(...MENTIONS), whom: small, link: fc.boolean() };
type Values<Fields> = { [Name in keyof Fields]: Fields[Name] extends fc.Arbitrary<infer T> ? T : never };
function step<const Name extends string, Fields extends Record<string, fc.Arbitrary<unknown>>>(
  name: Name,
  fields: Fields,
): fc.Arbitrary<{ do: Name; who: number } & Values<Fields>> {
  const made = fc.record({ do: fc.constant(name), who: small, ...fields });
  return made as unknown as fc.Arbitrary<{ do: Name; who: number } & Values<Fields>>;
}

export const apiStep = fc.oneof(
  { weight: 9, arbitrary: step('send', { channel: small, topic, ...text, readBySender: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: step('direct', {
      to: fc.array(small, { minLength: 1, maxLength: 3 }),
      ...text,
      readBySender: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: step('subscribe', { channel: small }) },
  { weight: 2, arbitrary: step('unsubscribe', { channel: small }) },
  { weight: 3, arbitrary: step('edit', { message: small, ...text }) },
  {
    weight: 5,
    arbitrary: step('move', {
      message: small,
      channel: small,
      elsewhere: fc.boolean(),
      topic,
      mode: fc.constantFrom(...MODES),
    }),
  },
  { weight: 2, arbitrary: step('delete', { message: small }) },
  { weight: 2, arbitrary: step('react', { message: small }) },
  { weight: 2, arbitrary: step('star', { message: small, op: fc.constantFrom('add', 'remove') }) },
  {
    weight: 5,
    arbitrary: step('read', {
      messages: fc.array(small, { minLength: 1, maxLength: 6 }),
      op: fc.constantFrom('add', 'add', 'remove'),
    }),
  },
  { weight: 2, arbitrary: step('privacy', { channel: small, inviteOnly: fc.boolean(), historyPublic: fc.boolean() }) },
  { weight: 1, arbitrary: step('archive', { channel: small, really: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: step('policy', { channel: small, topic, policy: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: step('mute', { channel: small, isMuted: fc.boolean() }) },
  { weight: 1, arbitrary: step('role', { role: fc.constantFrom(200, 400, 600) }) },
  { weight: 2, arbitrary: step('deactivate', {}) },
  { weight: 3, arbitrary: step('reactivate', {}) },
  { weight: 2, arbitrary: step('alert', { word: small, op: fc.constantFrom('add', 'remove') }) },
  { weight: 1, arbitrary: step('index', {}) },
);
export type ApiStep = typeof apiStep extends fc.Arbitrary<infer T> ? T : never;
export type Text = Pick<Extract<ApiStep, { do: 'edit' }>, 'words' | 'mention' | 'whom' | 'link'>;
