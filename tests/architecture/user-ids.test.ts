/** A user ID is one within its organization: what outlives a call has the organization beside it. */

import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isTest, root } from './imports.ts';

/** Containers by number that outlive a call: fields of objects, and what a running program or a module has. */
const BY_NUMBER = [
  /^ {2}(?!const |let )(?:(?:static|declare|readonly) )*(#?\w+)\b.* = (?:new (?:Map|Set)|lruOf)<number\b/gm,
  /^ {2}(?!const |let )(?:(?:static|declare|readonly) )*(#?\w+)!?\??: (?:Map|Set|Cache|LRUCache)<number\b/gm,
  /\b(\w+) = (?:defineCache<number|perServices\((?:\(\w*\)|\w+) => (?:new (?:Map|Set)|lruOf)<number)\b/g,
  /^(?:export )?const (\w+)\b.* = (?:new (?:Map|Set)|lruOf)<number\b/gm,
];

const MESSAGES = 'messages: no two organizations have one of the same ID';
/** Containers by number, and what the number is or whose the container is. */
const CONTAINERS: Record<string, string> = {
  'src/chat/event-queues/organization-hub.ts #byUser': 'of one organization',
  'src/chat/event-queues/organization-hub.ts #listeners': 'of one organization',
  'src/chat/markdown/message-contents.ts #mentionedUserIds': 'of one message',
  'src/chat/markdown/message-contents.ts #mentionedGroupIds': 'of one message',
  'src/chat/markdown/references.ts userIds': 'of one message',
  'src/chat/messages/fetch/message-json-cache.ts #forms': 'forms of messages',
  'src/chat/messages/fetch/message-json-cache.ts #changed': MESSAGES,
  'src/chat/messages/fetch/message-json-cache.ts #cache': MESSAGES,
  'src/chat/messages/fetch/message-json-cache.ts cacheOf': MESSAGES,
  'src/chat/messages/fetch/read-marks-cache.ts conversations': 'of one person',
  'src/chat/messages/fetch/reader-flags-of-page.ts #bits': 'messages of one page',
  'src/chat/presence/store.ts people': 'of one organization',
  'src/cli/top.ts buckets': 'bounds of a histogram',
  'src/import/mattermost/open-mattermost.ts #topics': 'lines of one file',
  'src/platform/events/follower.ts #early': 'events of one organization',
  'src/platform/http/event-stream.ts #rounds': 'places in a round',
};

/** A text with values in it. */
const TEMPLATE = /`(?:[^`\\]|\\.)*?\$\{(?:[^`\\]|\\.)*`/g;
/** A value that is a user ID, by its name. */
const USER_ID =
  /\$\{[\w.?()!]*\b(?:userId|[a-z]\w*UserId(?:\.value|\.peek\(\))?|botId|ownerId|senderId|guestId|(?:user|bot|sender|owner|caller)\.id)\}/;
/** Facts are asked of one organization; the test over the catalogue sees to SQL. */
const OF_ONE_ORGANIZATION = /(?:\bread(?:Many)?\(\s*|\bsql(?:\.once)?(?:<[^`]*>)?)$/;
/** A tag is of an event, and an event is of an organization. */
const TAG = /^`user:\$\{[\w.]+\}`$/;

/** Files of pages that keep something in the browser, beyond the page. */
const STORES = /localStorage|sessionStorage|openDB|BroadcastChannel|navigator\.locks|\w+torageName\b/;

const WITHIN_A_CALL = 'a key within one call, which is of one organization';
/** Texts with a user ID but no organization, and why none is needed. */
const TEXTS: Record<string, string> = {
  'src/chat/erasure/actions.ts `Deleted user ${userId}`': 'a name, which need not differ',
  'src/chat/erasure/actions.ts `deleted-user-${user.id}@deleted.invalid`': 'addresses differ within an organization',
  'src/chat/http/server.ts `user ${caller.userId}`':
    'stands beside the organization in the key of an idempotent answer',
  'src/chat/messages/query/access-path.ts': 'SQL',
  'src/chat/reading/reader-view.ts `${userId}${through}`': 'a key among the facts of an organization',
  'src/chat/reading/standings.ts `${row.userId} ${row.channelId}`': WITHIN_A_CALL,
  'src/chat/reading/standings.ts `${userId} ${channelId}`': WITHIN_A_CALL,
  'src/chat/subscriptions/subscribe.ts `${channelId} ${userId}`': WITHIN_A_CALL,
  'src/chat/uploads/resumable/serve-resumable-uploads.ts `user ${userId}`':
    'stands beside the organization of an upload',
  'src/chat/user-groups/actions.ts `${groupId} ${userId}`': WITHIN_A_CALL,
  'src/chat/user-topics/policy-noop-cache.ts `${userId}:${version}:${changesOf(`':
    'a part of a key that begins with the organization',
  'src/chat/users/email.ts `user${userId}@${host}`': 'looked up within the organization of whoever names it',
  'src/chat/users/known-people-actions.ts `${guestId} ${userId}`': WITHIN_A_CALL,
};

interface Source {
  file: string;
  text: string;
}

async function readSources(pattern: string): Promise<Source[]> {
  const found: Source[] = [];
  for await (const file of glob(pattern, { cwd: root }))
    if (!isTest(file)) found.push({ file, text: await readFile(path.join(root, file), 'utf8') });
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

const containersByNumber = (text: string) => [
  ...new Set(BY_NUMBER.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name!))),
];

/** Texts with a user ID and no organization. */
function textsWithUserId(text: string): string[] {
  return [...text.matchAll(TEMPLATE)]
    .filter(([template]) => USER_ID.test(template) && !/organizationId|organization\b/.test(template))
    .filter(([template]) => !TAG.test(template))
    .filter(({ index }) => !OF_ONE_ORGANIZATION.test(text.slice(Math.max(0, index - 200), index)))
    .map(([template]) => template.replace(/\s+/g, ' '));
}

describe('a user ID', () => {
  it('is no key of a cache or map of all organizations', async () => {
    const found = (await readSources('src/**/*.ts')).flatMap(({ file, text }) =>
      containersByNumber(text).map((name) => `${file} ${name}`),
    );
    assert.deepEqual(found, Object.keys(CONTAINERS));
  });

  it('stands beside its organization in a text', async () => {
    const pages = (await readSources('web/**/*.{ts,tsx}')).filter(({ text }) => STORES.test(text));
    const found = [...(await readSources('src/**/*.ts')), ...pages].flatMap(({ file, text }) =>
      // The one statement in parts is too long to be named.
      textsWithUserId(text).map((template) => (template.length > 120 ? file : `${file} ${template}`)),
    );
    assert.deepEqual([...new Set(found)], Object.keys(TEXTS));
  });

  it('is found where its organization is forgotten', () => {
    const containers = [
      'const seen = defineCache<number, User>({ name });',
      'const typing = perServices(() => new Map<number, Date>());',
      'export const online = new Set<number>();',
      'class Store {',
      '  readonly #people = new Map<number, Presence>();',
      '  readonly #queues: Map<number, Queue>;',
      '  find() {',
      '    const local = new Map<number, string>();',
      '  readonly #organizations = new Map<string, Map<number, Presence>>();',
    ].join('\n');
    assert.deepEqual(
      new Set(containersByNumber(containers)),
      new Set(['seen', 'typing', 'online', '#people', '#queues']),
    );

    const right = [
      'cache.get(`#{organizationId} #{userId}`)',
      'facts.read(`view of #{userId}`, load)',
      'facts.read(\n    `groups of #{userId}`,',
      "emit(tx, ['organization', `user:#{userId}`])",
      'sql<{ id: number }>`select id from chat.users where id = #{userId}`',
    ];
    const wrong = ['cache.get(`#{userId} #{topic}`)', '`avatars/#{user.id}`', '`chat-emoji/#{ownUserId.peek()}`'];
    assert.deepEqual(
      [...right, ...wrong].filter((text) => textsWithUserId(text.replaceAll('#{', '${')).length > 0),
      wrong,
    );
  });
});
