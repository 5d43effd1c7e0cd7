import fc from 'fast-check';

/** Anything that may happen; numbers choose among what is there at that time. */
export type Step =
  | { do: 'subscribe' | 'unsubscribe' | 'mute channel'; who: number; channel: number }
  | {
      do: 'send';
      who: number;
      channel: number;
      topic: number;
      words: number[];
      marks: number;
      mention: number | undefined;
      readBySender: boolean;
    }
  | { do: 'direct'; who: number; to: number[]; words: number[]; marks: number; readBySender: boolean }
  | { do: 'edit'; message: number; words: number[] }
  | { do: 'move'; message: number; channel: number; topic: number }
  | { do: 'delete' | 'react'; message: number }
  | {
      do: 'privacy';
      channel: number;
      inviteOnly: boolean;
      webPublic: boolean;
      historyPublic: boolean;
      archived: boolean;
    }
  | { do: 'entry'; who: number; channel: number }
  | { do: 'star' | 'alert'; who: number; message: number }
  | { do: 'read'; who: number; from: number; to: number }
  | { do: 'policy'; who: number; channel: number; topic: number; policy: number }
  | { do: 'role'; who: number; role: number }
  | { do: 'index' };

export const TOPICS = ['Tour', 'tour', '✔ Tour', '', 'Zoll 東京'];
/** Words with their stems in English; those without stand for themselves. */
export const STEMS: Record<string, string> = {
  parcel: 'parcel',
  parcels: 'parcel',
  deliver: 'deliv',
  delivered: 'deliv',
  delivery: 'deliveri',
  tour: 'tour',
  tours: 'tour',
};
export const WORDS = [
  'parcel',
  'parcels',
  'delivered',
  'delivery',
  'tours',
  'A1042-X7',
  '東京駅前',
  'M-HB',
  'ÖSTLICH',
  "it's",
  'Café',
];

const small = fc.nat({ max: 1000 });
const words = fc.array(fc.nat({ max: WORDS.length - 1 }), { minLength: 1, maxLength: 4 });
const topic = fc.nat({ max: TOPICS.length - 1 });
const send = fc.record({
  do: fc.constant('send' as const),
  who: small,
  channel: small,
  topic,
  words,
  marks: fc.nat({ max: 15 }),
  mention: fc.option(small, { nil: undefined }),
  readBySender: fc.boolean(),
});
const subscribe = fc.record({
  do: fc.constantFrom('subscribe' as const, 'subscribe' as const, 'unsubscribe' as const),
  who: small,
  channel: small,
});

/** Steps of a history, sends the most frequent. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: send },
  { weight: 5, arbitrary: subscribe },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('direct' as const),
      who: small,
      to: fc.array(small, { minLength: 1, maxLength: 3 }),
      words,
      marks: fc.nat({ max: 7 }),
      readBySender: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), message: small, words }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), message: small, channel: small, topic }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'react' as const), message: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('privacy' as const),
      channel: small,
      inviteOnly: fc.boolean(),
      webPublic: fc.boolean(),
      historyPublic: fc.boolean(),
      archived: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('star' as const, 'alert' as const), who: small, message: small }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), who: small, from: small, to: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('policy' as const),
      who: small,
      channel: small,
      topic,
      policy: fc.nat({ max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('entry' as const), who: small, channel: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mute channel' as const), who: small, channel: small }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('role' as const), who: small, role: fc.constantFrom(200, 400, 600) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('index' as const) }) },
);
