import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceNames } from '../source.ts';
import { firstLine, readMessage, type SlackMessage, targetOf, timeOf, toMarkdown } from './read-message.ts';
import { emojiOfSlack, withOurEmoji } from './slack-emoji.ts';

const names: SourceNames = {
  mention: (id) => ({ U1: '@**Nell _x_**', U2: '@**Tom|7**' })[id],
  channel: (id) => ({ C1: '#**dock_4_yard**' })[id],
  file: (key) => (key === 'F7' ? '/user_uploads/1/ab/plan.pdf' : undefined),
  message: (key) => ({ 'C1/1577952010.000200': '#**dock_4_yard>gates@9**' })[key],
  numberOf: () => undefined,
  organizationUrl: 'https://couriers.example',
};

function read(raw: object): SlackMessage {
  const message = readMessage({ type: 'message', user: 'U1', ts: '1577952010.000200', ...raw });
  assert.ok(typeof message === 'object', String(message));
  return message;
}

const address = 'https://team.slack.com/archives/C1/p1577952010000200';

for (const [given, wanted] of [
  ['*bold* _italic_ ~gone~', '**bold** *italic* ~~gone~~'],
  ['<@U1> and <@U2|tom>', '@**Nell _x_** and @**Tom|7**'],
  ['<@U9|guest> <@U8>', '@guest @U8'],
  ['<#C1|dock> <#C9|gone>', '#**dock_4_yard** #gone'],
  ['<!here> <!channel> <!everyone>', '@**all** @**all** @**all**'],
  ['<!subteam^S1|@yard>', '@yard'],
  ['<https://x.example/a_b_c|here> <https://x.example/a_b>', '[here](https://x.example/a_b_c) https://x.example/a_b'],
  [`<${address}|as address> <${address}?thread_ts=1&amp;cid=C1>`, '#**dock_4_yard>gates@9** #**dock_4_yard>gates@9**'],
  ['<https://team.slack.com/archives/C9/p1577952010000200>', 'https://team.slack.com/archives/C9/p1577952010000200'],
  ['a &lt;b&gt; &amp; c', 'a <b> & c'],
  ['&gt; quoted\nnot', '> quoted\nnot'],
  ['before\n&gt;&gt;&gt; all\nof it', 'before\n> all\n> of it'],
  ['`*code* <https://x.example>` *b*', '`*code* https://x.example` **b**'],
  ['see ```x = *1*``` done', 'see \n```text\nx = *1*\n```\n done'],
  [':thumbsup::skin-tone-3: :white_check_mark: :partyparrot:', ':+1: :check: :partyparrot:'],
  // Nothing that somebody typed becomes a mention or a link.
  [
    '@**all** @*all* @_*x*_ #**dock** #*dock*',
    '@\u200b**all** @\u200b**all** @\u200b**x** #\u200b**dock** #\u200b**dock**',
  ],
  ['<@U9|*all*> \ue0000\ue001', '@\u200b**all** 0'],
] as const)
  test(`Slack's text: ${given.replaceAll('\n', ' ')}`, () => {
    assert.equal(toMarkdown(read({ text: given }), names), wanted);
  });

test('messages of apps, files, and what stays behind', () => {
  const of = (raw: object) => toMarkdown(read(raw), names);
  assert.equal(of({ subtype: 'me_message', text: 'waves' }), '/me waves');
  const file = (more: object) => ({ id: 'F1', name: 'a.pdf', permalink: 'https://team.slack.com/files/F1', ...more });
  assert.equal(of({ text: 'see', files: [file({})] }), 'see\n[a.pdf](https://team.slack.com/files/F1)');
  assert.equal(of({ text: 'see', files: [file({ mode: 'tombstone' })] }), 'see');
  assert.equal(of({ text: 'see', files: [file({ permalink: 'javascript:alert(1)' })] }), 'see');
  const block = { type: 'section', text: { type: 'mrkdwn', text: '*Build* @*all*' } };
  assert.equal(
    of({ subtype: 'bot_message', bot_id: 'B1', text: 'Build', blocks: [block] }),
    '**Build** @\u200b**all**',
  );
  assert.equal(of({ text: 'look', attachments: [{ from_url: 'https://x.example', text: 'unfurled' }] }), 'look');
  assert.equal(of({ text: 'look', attachments: [{ text: 'written' }] }), 'look\nwritten');
  for (const subtype of ['channel_join', 'channel_topic', 'tombstone', 'huddle_thread'])
    assert.equal(readMessage({ type: 'message', subtype, ts: '1577952010.000200', text: 'x' }), undefined);
  for (const more of [{ type: 'user_change' }, { hidden: true }])
    assert.equal(readMessage({ type: 'message', ts: '1577952010.000200', text: 'x', ...more }), undefined);
  assert.equal(of({ subtype: 'bot_message', text: 'Build', blocks: [block] }), '**Build** @\u200b**all**');
  for (const ts of [undefined, 7, '', 'x', '1577952010', '1577952010.', '99999999999999.1', {}])
    assert.equal(readMessage({ type: 'message', ts, text: 'x' }), 'has no valid ts');
});

test('whatever stands in a message, it is read', () => {
  const odd: unknown[] = [null, 7, 'x', [], [null], {}, { text: 7 }, [{ users: [7, null] }], '\u0000', '\ud800'];
  for (const key of [
    'user',
    'text',
    'files',
    'file',
    'reactions',
    'edited',
    'thread_ts',
    'attachments',
    'blocks',
    'bot_id',
    'bot_profile',
    'user_profile',
    'comment',
    'username',
    'replies',
    'reply_count',
  ])
    for (const value of odd) {
      const markdown = toMarkdown(read({ text: 'x', [key]: value }), names);
      assert.ok(markdown.isWellFormed() && !markdown.includes('\u0000'));
    }
});

test('a broadcast is one by its kind, of the old name as of the new one', () => {
  const kinds = ['thread_broadcast', 'reply_broadcast', 'me_message', undefined];
  assert.deepEqual(
    kinds.map((subtype) => read({ subtype, text: 'x' }).isBroadcast),
    [true, true, false, false],
  );
});

test('a file may be a page of HTML by its type or by the kind that Slack names', () => {
  const of = (file: object) => read({ files: [{ id: 'F1', ...file }] }).files[0]!.mayBeHtml;
  assert.deepEqual(
    [
      { mimetype: 'text/html; charset=utf-8', filetype: 'unknown' },
      { mimetype: 'application/octet-stream', filetype: 'Canvas' },
      { mimetype: 'application/xhtml-text/html', filetype: 'pdf' },
      { mimetype: 7 },
    ].map(of),
    [true, true, false, false],
  );
});

test('the first line of a thread is words', () => {
  const of = (text: string) => firstLine(read({ text }), (id) => ({ U1: 'Nell' })[id]);
  assert.equal(of('\n<@U1>: *which* `gate`?\nmore'), '@Nell:  which  `gate`?');
  // A person who is not in the archive has the name that the text itself gives.
  assert.equal(of('<@U9|guest> asks <@U8>'), '@guest asks @U8');
  assert.equal(of('```\ncode\n```'), 'code');
  assert.equal(of('  *spaces*  \nmore'), 'spaces');
  assert.equal(of('***'), '');
});

test('addresses of messages, times and emoji', () => {
  assert.equal(targetOf(address), 'C1/1577952010.000200');
  for (const other of [
    'https://team.slack.com/archives/C1',
    'https://evil.example/archives/C1/p1577952010000200',
    `${address}x`,
  ])
    assert.equal(targetOf(other), undefined);
  assert.equal(timeOf('1577952010.0002'), '2020-01-02T08:00:10.000200Z');
  assert.deepEqual(['tada', 'heavy_check_mark', 'flag-at', 'nonsense'].map(emojiOfSlack), [
    'tada',
    'check_mark',
    'flag_austria',
    undefined,
  ]);
  assert.equal(withOurEmoji('10:30:15 :tada: a:b:c'), '10:30:15 :tada: a:b:c');
});

test('IDs that fit into no index are cut, or are none', () => {
  const long = 'X'.repeat(5000);
  assert.equal(read({ user: long }).sender.id, 'X'.repeat(100));
  assert.equal(read({ user: undefined, username: `${'a'.repeat(95)}🚪${long}` }).sender.id, `app ${'a'.repeat(95)}🚪`);
  const [file] = read({ files: [{ id: long, title: 'plan', url_private: 'https://files.slack.com/plan' }] }).files;
  assert.deepEqual([file!.id, file!.downloadUrl, file!.url], ['', undefined, 'https://files.slack.com/plan']);
});
