import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceNames } from '../source.ts';
import { rewriteText, type TextNames } from './text.ts';

const numbers: Record<string, number> = { 'person 11': 5, 'person 12': 6, 'channel 31': 8, 'message 202': 9000 };
const names: SourceNames = {
  mention: (id) => ({ '11': '@**Olive**', '12': '@**Mara|6**' })[id],
  channel: (id) => ({ '31': '#**dock (2)**' })[id],
  message: (id) => (id === '202' ? '#**dock (2)>gates@9000**' : undefined),
  file: (path) => (path === '1/ab/S/plan é.txt' ? '/user_uploads/7/cd/T/plan%20%C3%A9.txt' : undefined),
  numberOf: (kind, id) => numbers[`${kind} ${id}`],
  organizationUrl: 'https://new.example',
};
const texts: TextNames = {
  isOwnHost: (host) => host.startsWith('couriers.'),
  personNamed: (name) => (name === 'Olive "O"' ? '11' : undefined),
  channelNamed: (name) => (name === 'dock' ? '31' : undefined),
  hasUpload: (path) => path.startsWith('1/ab/S/'),
};
const old = 'https://couriers.zulip.example';

for (const [given, wanted] of [
  ['plain @ text # with `marks`', 'plain @ text # with `marks`'],
  ['@**Olive|11** @_**Mara|12** @**|12**', '@**Olive** @_**Mara|6** @**Mara|6**'],
  ['@**Olive "O"** @**Somebody**', '@**Olive** @**Somebody**'],
  ['@**Nobody|5** @_**|77**', '**Nobody** **77**'],
  ['@**No\rbody|5** @**Some\u2028body**', '**No\rbody** @**Some\u2028body**'],
  ['@**all** @**everyone** @**topic**', '@**all** @**everyone** @**topic**'],
  ['#**dock** #**dock>gates** #**other>x**', '#**dock (2)** #**dock (2)>gates** #**other>x**'],
  ['#**dock>old name@202**', '#**dock (2)>gates@9000**'],
  ['#**dock>gates@99** #**other>x@99**', '#**dock (2)>gates** #**other>x**'],
  [
    `${old}/#narrow/channel/31-dock/topic/gates/near/202`,
    'https://new.example/#narrow/channel/8-dock/topic/gates/near/9000',
  ],
  ['[a](#narrow/stream/31-dock/topic/x/near/99)', '[a](#narrow/stream/8-dock/topic/x)'],
  ['/#narrow/channel/99-gone/topic/x #narrow/stream/dock', '/#narrow/channel/0-gone/topic/x #narrow/stream/dock'],
  ['/#narrow/dm/11,12-group/near/202', '/#narrow/dm/5,6-group/near/9000'],
  ['https://elsewhere.example/#narrow/channel/31-dock', 'https://elsewhere.example/#narrow/channel/31-dock'],
  ['[p](/user_uploads/1/ab/S/plan%20%C3%A9.txt)', '[p](/user_uploads/7/cd/T/plan%20%C3%A9.txt)'],
  [
    `see ${old}/user_uploads/1/ab/S/plan%20%C3%A9.txt.`,
    'see https://new.example/user_uploads/7/cd/T/plan%20%C3%A9.txt.',
  ],
  ['/user_uploads/1/ab/S/lost.txt /user_uploads/1/%zz/x', '/user_uploads/1/ab/S/lost.txt /user_uploads/1/%zz/x'],
  ['`@**Olive|11**` ``a ` @**Olive|11**`` @**Olive|11**', '`@**Olive|11**` ``a ` @**Olive|11**`` @**Olive**'],
  ['```\n@**Olive|11**\n```\n@**Olive|11**', '```\n@**Olive|11**\n```\n@**Olive**'],
  ['~~~ python\n@**Olive|11**\n```\n~~~', '~~~ python\n@**Olive|11**\n```\n~~~'],
  [
    '````quote\n@**Olive|11**\n```js\n@**Olive|11**\n```\n@**Mara|12**\n````\n@**Mara|12**',
    '````quote\n@**Olive**\n```js\n@**Olive|11**\n```\n@**Mara|6**\n````\n@**Mara|6**',
  ],
  ['```spoiler Gate @**Olive|11**\n@**Olive|11**\n```', '```spoiler Gate @**Olive|11**\n@**Olive**\n```'],
] as const)
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(wanted)}`, () => {
    assert.equal(rewriteText(given, texts, names), wanted);
  });

test('a long text of marks is rewritten in no time', () => {
  for (const text of [
    '@**'.repeat(3000),
    '`'.repeat(9000),
    '#**a>'.repeat(2000),
    '`a'.repeat(4000),
    '@**a\n`\n'.repeat(2000),
    `/user_uploads/1/${'!'.repeat(300_000)}a `,
    `${'~'.repeat(300_000)}\``,
    `\`\`\`${' '.repeat(300_000)}\``,
  ]) {
    const begun = performance.now();
    rewriteText(`${text}@**Olive|11**`, texts, names);
    assert.ok(performance.now() - begun < 500, `${text.slice(0, 10)}: ${performance.now() - begun} ms`);
  }
});
