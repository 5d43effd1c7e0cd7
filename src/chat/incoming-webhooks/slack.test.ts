import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSlack } from './slack.ts';
import { fromMrkdwn } from './slack-text.ts';

test("Slack's markup", () => {
  for (const [given, wanted] of [
    ['_a_ ~b~ *c* a_b_c &lt;x&gt; <https://x.example>', '*a* ~~b~~ **c** a_b_c <x> https://x.example'],
    ['<https://x.example|here> <mailto:nell@x.example|nell>', '[here](https://x.example) nell@x.example'],
    ['<@U1> <@U1|nell> <#C1|general> <#C1>', '@U1 @nell #general #C1'],
    ['<!here> <!channel> <!everyone|everyone>', '@here @channel @everyone'],
    ['<!subteam^S1|@yard> <!subteam^S1>', '@yard @S1'],
    ['<!date^1392734382^{date}|February 18th>', 'February 18th'],
    ['<!date^1392734382^{date}>', '<time:2014-02-18T14:39:42Z>'],
  ] as const)
    assert.equal(fromMrkdwn(given), wanted);
});

test('what never ends costs no more than its length', () => {
  const started = process.cpuUsage();
  for (const part of ['<https://', '<mailto:', '<https://x|', '<@', '*', '_a'])
    assert.equal(typeof fromMrkdwn(part.repeat(1_000_000 / part.length)), 'string');
  assert.ok(process.cpuUsage(started).user < 5_000_000);
});

const text = (type: string, message: string) => ({ type, text: message });
const url = 'https://x.example/a.png';
const rich = (...elements: object[]) => ({ type: 'rich_text', elements });
const line = (...elements: object[]) => ({ type: 'rich_text_section', elements });

const BLOCKS: readonly [what: string, block: object, wanted: string][] = [
  ['section', { type: 'section', text: text('mrkdwn', '*head*') }, '**head**'],
  ['plain text', { type: 'section', text: text('plain_text', '*head*') }, '*head*'],
  ['fields', { type: 'section', fields: [text('mrkdwn', '*a*'), text('plain_text', 'b')] }, '**a**\nb'],
  [
    'accessory picture',
    {
      type: 'section',
      text: text('mrkdwn', 't'),
      accessory: { type: 'image', image_url: url, alt_text: 'graph' },
    },
    `t\n[graph](${url})`,
  ],
  [
    'accessory button',
    {
      type: 'section',
      text: text('mrkdwn', 't'),
      accessory: { type: 'button', text: text('plain_text', 'Open'), url },
    },
    `t\n[Open](${url})`,
  ],
  ['header', { type: 'header', text: text('plain_text', 'Gate 4') }, '**Gate 4**'],
  [
    'context',
    { type: 'context', elements: [{ type: 'image', image_url: url, alt_text: 'i' }, text('mrkdwn', '_by nell_')] },
    `[i](${url}) *by nell*`,
  ],
  [
    'actions',
    {
      type: 'actions',
      elements: [
        { type: 'button', text: text('plain_text', 'Yes'), url },
        { type: 'button', text: text('plain_text', 'No') },
      ],
    },
    `[Yes](${url}) · No`,
  ],
  ['image', { type: 'image', image_url: url, alt_text: 'graph' }, `[graph](${url})`],
  ['image with a title', { type: 'image', image_url: url, title: text('plain_text', 'Load') }, `[Load](${url})`],
  ['markdown', { type: 'markdown', text: '**b**' }, '**b**'],
  ['an unknown one', { type: 'moon', text: text('mrkdwn', 'x') }, 'x'],
  [
    'rich text',
    rich(
      line(
        { type: 'text', text: 'a ' },
        { type: 'text', text: 'bold ', style: { bold: true } },
        { type: 'text', text: 'both', style: { bold: true, italic: true } },
        { type: 'text', text: ' ' },
        { type: 'link', url: 'https://x.example', text: 'x' },
        { type: 'user', user_id: 'U1' },
        { type: 'broadcast', range: 'here' },
        { type: 'emoji', name: 'wave' },
        { type: 'text', text: 'c', style: { code: true } },
      ),
    ),
    'a **bold** ***both*** [x](https://x.example)@U1@here:wave:`c`',
  ],
  [
    'rich list',
    rich({
      type: 'rich_text_list',
      style: 'ordered',
      indent: 0,
      elements: [line(text('text', 'a')), line(text('text', 'b'))],
    }),
    '1. a\n2. b',
  ],
  ['rich code', rich({ type: 'rich_text_preformatted', elements: [text('text', 'x = 1')] }), '```text\nx = 1\n```'],
  ['rich quote', rich({ type: 'rich_text_quote', elements: [text('text', 'q')] }), '```quote\nq\n```'],
];

const contentOf = (payload: object) => {
  const reading = readSlack(payload);
  return typeof reading === 'string' ? reading : reading.content;
};

for (const [what, block, wanted] of BLOCKS)
  test(`a block: ${what}`, () => {
    assert.equal(contentOf({ blocks: [block] }), wanted);
    assert.equal(contentOf({ attachments: [{ blocks: [block] }] }), wanted);
  });

test('attachments with all that is shown of them', () => {
  const attachment = {
    ...{ pretext: 'New', author_name: 'nell', author_link: 'https://x.example/n' },
    ...{ title: 'T', title_link: 'https://t.example', text: 'body', image_url: url, footer: 'Grafana', ts: 1392734382 },
    fields: [{ title: 'F', value: 'v' }, { value: 'alone' }, { title: 'head' }],
    actions: [{ type: 'button', text: 'Silence', url: 'https://x.example/s' }],
  };
  assert.equal(
    contentOf({ text: 'Alert', attachments: [attachment] }),
    [
      'Alert\n\nNew',
      '[nell](https://x.example/n)',
      '[T](https://t.example)',
      'body',
      '**F**: v',
      'alone',
      '**head**',
      `[T](${url})`,
      '[Silence](https://x.example/s)',
      'Grafana · <time:2014-02-18T14:39:42Z>',
    ].join('\n'),
  );
});

test('of a payload of which nothing is understood the fallback is said, or it is unknown', () => {
  assert.equal(contentOf({ attachments: [{ fallback: 'f', color: '#f00' }] }), 'f');
  for (const payload of [{}, { text: null }, { text: '  ' }, { blocks: [{ type: 'moon' }] }, { blocks: 7 }])
    assert.equal(readSlack(payload), 'unknown');
});

test('whatever stands in a block, it is read', () => {
  const odd: unknown[] = [null, 7, 'x', [], [null], {}, { text: 7 }, { toString: 1 }];
  for (const [, block] of BLOCKS)
    for (const key of [...Object.keys(block), 'text', 'elements', 'accessory', 'fields', 'image_url', 'title'])
      for (const value of odd) assert.doesNotThrow(() => readSlack({ blocks: [{ ...block, [key]: value }] }));
  for (const key of ['pretext', 'title', 'title_link', 'fields', 'blocks', 'actions', 'image_url', 'ts', 'footer'])
    for (const value of odd) assert.doesNotThrow(() => readSlack({ attachments: [{ text: 'x', [key]: value }] }));
});
