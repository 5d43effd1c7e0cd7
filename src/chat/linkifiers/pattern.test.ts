import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Linkifier, renderMessage } from '../markdown/index.ts';
import { compileLinkifier } from './pattern.ts';

const nobody = {
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map(),
  topicMessages: new Map(),
};
const linkifier = (pattern: string) => compileLinkifier({ pattern, urlTemplate: 'https://x.example/{id}' });
const links = (html: string) => html.split('<a ').length - 1;

test('thirty common linkifiers look at the longest message, and the costliest only as far as they may', () => {
  const common = Array.from({ length: 20 }, (_, n) => linkifier(`${n}#(?P<id>[0-9]+)`));
  assert.equal(links(renderMessage(`${'word '.repeat(1990)} 19#7`, nobody, { linkifiers: common }).html), 1);

  const costly = Array.from({ length: 50 }, () => linkifier('(?P<id>(\\w+[\\s\\w]*){1,20})z'));
  const asked: string[] = [];
  const spies = costly.map(
    (each): Linkifier => ({
      cost: each.cost,
      find(text) {
        asked.push(text);
        return each.find(text);
      },
    }),
  );
  renderMessage(`${'a b '.repeat(2490)}y z`, nobody, { linkifiers: spies });
  assert.ok(asked.length > 0 && asked.length <= 3, `${asked.length} of 50`);
});

test('a pattern is whole between what is no part of a word, its groups go into the address', () => {
  const { find } = linkifier('#(?P<id>[^ ]+)');
  assert.deepEqual(find('see (#a/b?c) #é'), [
    { start: 5, end: 12, href: 'https://x.example/a%2Fb%3Fc%29' },
    { start: 13, end: 15, href: 'https://x.example/%C3%A9' },
  ]);
  assert.deepEqual(linkifier('(?P<id>x)?y').find('y xy'), [
    { start: 0, end: 1, href: 'https://x.example/' },
    { start: 2, end: 4, href: 'https://x.example/x' },
  ]);
});
