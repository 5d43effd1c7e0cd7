import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { isTest, root } from './imports.ts';

/** Queues of jobs that are filled by requests and have no turns, with the reason. One that runs on a schedule walks all organizations. */
const WITHOUT_TURNS: Record<string, string> = {
  'analyze-tables': 'is about tables, of no organization',
  'chat-outgoing-webhooks': 'each organization has a share of its calls (call-bots.ts)',
  'webhook-delivery': 'wakes a deliverer, in which each organization has a share (deliverer.ts)',
  'move-in': 'whoever may begin one owns the server, or is its first; one at a time',
  'send-reset-links': 'whose link it is is not known yet; an address waits once',
};

/** Resources of a process that organizations share, and the limit that stops one of them from taking all. */
const SHARED: Record<string, string> = {
  'src/platform/db/database.ts': 'connections, by FairSlots',
  'src/platform/db/fair-slots.ts': 'FairSlots itself',
  'src/platform/turns.ts': 'turns themselves',
  'src/platform/files/pictures.ts': 'pictures, in turns',
  'src/platform/people/passwords.ts': 'hashes, in turns',
  'src/chat/incoming-mail/read-mail.ts': 'mails that are read, in turns',
  'src/chat/external-pictures/stored-pictures.ts': 'pictures from elsewhere, in turns',
  'src/dispatch/http/large-bodies.ts': 'one large body of each organization at a time, by FairSlots',
  'src/dispatch/routing/solver/solve.ts': 'a thread for the job of run-dispatch.ts, which has turns',
  'src/dispatch/geocoding/layers/gazetteer-cities.ts': 'a thread that reads a file once',
};
const POOL = /\bnew (?:FairSlots|Worker)\(|\binTurns\(|\bclass FairSlots\b/;

test('a queue that requests fill has turns that go round by organization, or says why not', async () => {
  const { jobs } = await findDeclarations(['chat', 'dispatch', 'bridge', 'import', 'pages', 'platform']);
  const without = jobs.filter(({ cron, turns }) => cron === undefined && turns === undefined);
  assert.deepEqual(without.map(({ queue }) => queue).sort(), Object.keys(WITHOUT_TURNS).sort());
});

test('a pool or queue in memory is in the table of what organizations share', async () => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (!isTest(file) && POOL.test(await readFile(path.join(root, file), 'utf8'))) found.push(file);
  }
  assert.deepEqual(found.sort(), Object.keys(SHARED).sort());
});
