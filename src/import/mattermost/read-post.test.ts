import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceNames } from '../source.ts';
import { type MattermostMessage, readThread } from './read-post.ts';
import { firstWords, postMarkdown } from './read-text.ts';

const AT = 1_577_952_000_000;
const post = { team: 'Lark', channel: 'Gates', user: 'Mara', message: 'two vans', create_at: AT };

function thread(more: object) {
  const read = readThread('post', { ...post, ...more });
  assert.ok(typeof read === 'object', String(read));
  return read;
}

function message(more: object): MattermostMessage {
  const { root } = thread(more);
  assert.ok(root);
  return root;
}

test('a post has its place, its sender and its replies, all names in lower case', () => {
  const { place, root, replies, hasReplies, left } = thread({
    replies: [
      { user: 'NED', message: 'three', create_at: AT + 1 },
      { user: 'ned', message: ' ', create_at: AT + 2 },
      7,
    ],
  });
  assert.deepEqual([place, hasReplies, left], [{ team: 'lark', channel: 'gates' }, true, 1]);
  assert.deepEqual([root!.sender, root!.at, replies.map(({ sender }) => sender)], ['mara', AT, ['ned']]);
  assert.equal(thread({}).hasReplies, false);
  const direct = readThread('direct_post', { ...post, channel_members: ['Ned', 'mara', 'NED'] });
  assert.deepEqual(typeof direct === 'object' && direct.place, { people: ['mara', 'ned'] });
  assert.equal(readThread('direct_post', post), 'has no channel_members');
});

test('a time is in milliseconds, from 2001 to 5138', () => {
  const at = (create_at: unknown) => readThread('post', { ...post, create_at });
  for (const wrong of [undefined, '1577952000000', 1.5, 1e11, 1e14, Number.NaN])
    assert.equal(at(wrong), 'has no valid create_at', String(wrong));
  for (const right of [1e11 + 1, 1e14 - 1]) assert.equal(typeof at(right), 'object', String(right));
  assert.equal(readThread('post', { ...post, user: ' ' }), 'has no user');
  assert.equal(readThread('post', { ...post, replies: [{ message: 'x', create_at: AT }] }), 'has no user');
  const edited = [AT + 1, AT, 0, 'x'].map((edit_at) => message({ edit_at }).editedAt);
  assert.deepEqual(edited, [AT + 1, undefined, undefined, undefined]);
});

test('notices, deleted and empty posts stay behind, and nothing else', () => {
  const stays = (more: object) => thread(more).left === 1;
  assert.ok(stays({ type: 'system_join_channel' }));
  assert.ok(stays({ delete_at: AT + 1 }));
  assert.ok(stays({ message: ' \n' }));
  assert.ok(!stays({ type: 'custom_system' }));
  assert.ok(!stays({ delete_at: 0 }));
  assert.ok(!stays({ message: '', attachments: [{ path: 'data/a.pdf' }] }));
  assert.ok(!stays({ message: '', props: { attachments: [{ text: 'built' }] } }));
});

test('marks, files and reactions are read; a path that fits into no index is left out', () => {
  const read = message({
    ...{ is_pinned: true, flagged_by: ['Ned'], reactions: [{ user: 'Ned', emoji_name: 'tada' }] },
    attachments: [
      { path: 'a.pdf' },
      { path: 'a.pdf' },
      { path: '' },
      { path: 'x'.repeat(900) },
      { path: 'y'.repeat(901) },
    ],
  });
  assert.deepEqual(read.files, ['a.pdf', 'x'.repeat(900)]);
  assert.deepEqual([read.isPinned, read.starredBy], [true, ['ned']]);
  assert.deepEqual(read.reactions, [{ emoji: 'tada', person: 'ned' }]);
  assert.equal(message({ is_pinned: 'true' }).isPinned, false);
  assert.deepEqual(
    [message({ type: 'me', message: '*waves*' })].map(({ isMe, text }) => [isMe, text]),
    [[true, 'waves']],
  );
  assert.equal(message({ message: '*waves*' }).text, '*waves*');
});

test('attachments of programs are their texts and links, and call nobody', () => {
  const of = (attachment: object) => message({ props: { attachments: [attachment] } }).appText;
  assert.equal(
    of({
      ...{ pretext: 'a @**all**', title: 'Build *7*', title_link: 'https://ci.example/7', text: 'green' },
      fields: [{ title: 'Branch', value: 'main' }],
    }),
    'a @\u200b**all**\n**[Build 7](https://ci.example/7)**\ngreen\n**Branch**: main',
  );
  assert.equal(of({ title: 'Build', title_link: 'javascript:alert(1)' }), '**Build**');
  assert.equal(of({ text: 'only' }), 'only');
});

const names: SourceNames = {
  mention: (name) => ({ mara: '@**Mara**', 'ned.n': '@**Ned N**' })[name],
  channel: (id) => ({ C1: '#**gates**' })[id],
  file: (path) => (path === 'data/plan.pdf' ? '/user_uploads/1/ab/plan.pdf' : undefined),
  message: () => undefined,
  numberOf: () => undefined,
  organizationUrl: 'https://lark.example',
};
const texts = {
  isPerson: (name: string) => ['mara', 'ned.n', 'lost'].includes(name),
  channelNamed: (name: string) => ({ gates: 'C1', 'old-yard': 'C9' })[name],
};

for (const [given, wanted] of [
  ['@mara and @Ned.N.', '@**Mara** and @**Ned N**.'],
  ['@mara-_. @mara_x', '@**Mara**-_. @mara_x'],
  ['@nobody @lost', '@nobody @lost'],
  ['@all @Channel @here.', '@**all** @**all** @**all**.'],
  ['see ~gates, ~old-yard and ~none', 'see #**gates**, ~old-yard and ~none'],
  ['mail mara@mara.example, path/@mara', 'mail mara@mara.example, path/@mara'],
  ['`@mara ~gates` @mara', '`@mara ~gates` @**Mara**'],
  ['```\n@all\n```\n@mara', '```\n@all\n```\n@**Mara**'],
  ['@**all** #**gates** @_**Mara**', '@\u200b**all** #\u200b**gates** @\u200b_**Mara**'],
] as const)
  test(`Mattermost's text: ${given.replaceAll('\n', ' ')}`, () => {
    assert.equal(postMarkdown(message({ message: given }), texts, names), wanted);
  });

test('files follow the text, with a link where they come; a topic has the first words', () => {
  const files = { attachments: [{ path: 'data/plan.pdf' }, { path: 'data/lost*.pdf' }] };
  assert.equal(
    postMarkdown(message({ type: 'me', message: '*waves*', ...files }), texts, names),
    '/me waves\n[plan.pdf](/user_uploads/1/ab/plan.pdf)\nlost.pdf',
  );
  assert.equal(firstWords(message({ message: '---\n  **Gate** four\nmore' })), 'Gate  four');
  assert.equal(firstWords(message({ message: '***', ...files })), 'plan.pdf');
  assert.equal(firstWords(message({ message: '***' })), '');
});
