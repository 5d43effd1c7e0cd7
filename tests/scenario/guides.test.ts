import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { doMakeAssistantKey } from '../../src/platform/assistants/actions.ts';
import { loadPeopleByEmail } from '../../src/platform/people/access.ts';
import { DispatchClient } from '../harness/clients.ts';
import { blocksOf, runInShell } from '../harness/document-blocks.ts';
import { guideScript, shapeDifference } from '../harness/guide-blocks.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guides = path.join(root, 'docs/guides');

let server: TestServer & AsyncDisposable;
const folders: string[] = [];

before(async () => {
  server = await startTestServer();
});

after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
});

const ADDRESS = { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' };

/** Environment of a reader of docs/guides: an organization, its keys, and a driver who can sign in. */
async function readersVariables(): Promise<Record<string, string>> {
  const { organization_id: organizationId, chat, dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  const { json: admins } = await api.get('/admins');
  const { json: team } = await api.post('/teams', { name: 'North', workers: [], managers: [admins[0].id] });
  // A line of a stream ends at a line feed alone.
  await api.post('/hubs', { name: 'Gate\u2028four', location: [-122.4, 37.79], address: ADDRESS });
  const phone = `+1415557${String(folders.length).padStart(4, '0')}`;
  const driver = await createWorkerForCli(server.services, {
    organizationId,
    team: 'North',
    name: 'Dora Driver',
    phone,
  });
  const [olive] = await loadPeopleByEmail(server.services.database.reader, organizationId, chat.email);
  const assistant = await server.services.database.transaction(
    (tx) =>
      doMakeAssistantKey(tx, {
        label: 'guide',
        personId: olive!.id,
        mayWrite: true,
        directMessages: true,
        channelIds: null,
        teamIds: null,
      }),
    { organizationId },
  );
  return {
    HUBBUB_URL: server.url,
    CHAT_EMAIL: chat.email,
    CHAT_API_KEY: chat.api_key,
    API_KEY: dispatch.api_key,
    WEBHOOK_SECRET: dispatch.webhook_secret,
    CHAT_PASSWORD: 'correct horse battery staple',
    ASSISTANT_KEY: assistant.key,
    TEAM_ID: team.id,
    DRIVER_ID: driver.worker_id,
    DRIVER_PHONE: phone,
    DRIVER_PASSWORD: driver.password,
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    NODE_NO_WARNINGS: '1',
  };
}

/** An empty folder with the packages of the repository, as a reader who has installed them. */
async function readersFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-guide-'));
  folders.push(folder);
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** The last JSON text of a block's output: commands may print more before. */
function lastJson(output: string): unknown {
  const lines = output.trim().split('\n');
  for (let from = lines.length - 1; from >= 0; from--) {
    try {
      return JSON.parse(lines.slice(from).join('\n'));
    } catch {}
  }
  throw new Error(`no JSON in ${output}`);
}

const names = (await readdir(guides)).filter((file) => file.endsWith('.md'));

describe('every block of code of a guide runs, and answers as it shows', { concurrency: 2 }, () => {
  for (const name of names) {
    test(name, async (context) => {
      const blocks = blocksOf(await readFile(path.join(guides, name), 'utf8'));
      if (blocks.length === 0) return;
      const folder = await readersFolder();
      const { script, skipped, expected } = await guideScript(blocks, folder);
      for (const sentence of skipped) context.diagnostic(sentence);
      await runInShell(script, folder, await readersVariables());
      for (const { file, json } of expected) {
        const output = await readFile(file, 'utf8');
        assert.equal(shapeDifference(json, lastJson(output)), undefined, `${path.basename(file)}: ${output}`);
      }
    });
  }
});

test('a guide uses variables that its reader has: those of the first page, and those that it sets before', async () => {
  const blocksIn = async (name: string) => blocksOf(await readFile(path.join(guides, name), 'utf8'));
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
  // Of one line "export A=… B=…" each name counts.
  const exportsIn = (text: string) =>
    text.match(/^export .*$/gm)?.flatMap((line) => namesIn(line, /\b([A-Z][A-Z_]*)=/g)) ?? [];
  const first = (await blocksIn('README.md')).flatMap(({ text }) => exportsIn(text));
  for (const name of names) {
    const exported = new Set(first);
    const known = new Set(first);
    for (const { language, text } of await blocksIn(name)) {
      for (const each of exportsIn(text)) exported.add(each);
      const assigned = language === 'sh' || language === 'text' ? namesIn(text, /^(?:export )?([A-Z][A-Z_]*)=/gm) : [];
      for (const each of [...assigned, ...exportsIn(text)]) known.add(each);
      const inPrograms = namesIn(text, /const \{(.*)\} = process\.env/g).flatMap((list) =>
        namesIn(list, /([A-Z][A-Z_]*)/g),
      );
      const used = language === 'sh' ? namesIn(text, /\$\{?([A-Z][A-Z_]*)/g) : inPrograms;
      const missing = used.filter((each) => !(language === 'sh' ? known : exported).has(each));
      assert.deepEqual(missing, [], name);
    }
  }
});

test('the guide on webhooks lists each trigger', async () => {
  const { webhooks } = JSON.parse(await readFile(path.join(root, 'docs/openapi/dispatch.json'), 'utf8'));
  const text = await readFile(path.join(guides, 'webhooks.md'), 'utf8');
  const listed = text.split('\n').filter((line) => /^\| \d/.test(line));
  const rows = listed.flatMap((line) => line.split('|')[2]!.match(/\w+/g) ?? []);
  assert.deepEqual(rows, Object.keys(webhooks));
});

test('a shown answer with another type, another code or one key more is a difference', () => {
  const actual = { result: 'success', id: 7, list: [{ name: 'a', more: true }], none: null };
  assert.equal(shapeDifference({ result: 'success', id: 1, list: [{ name: 'b' }], none: null }, actual), undefined);
  for (const shown of [{ id: '7' }, { result: 'error' }, { missing: 1 }, { list: [{ name: 1 }] }, { none: 1 }])
    assert.equal(typeof shapeDifference(shown, actual), 'string', JSON.stringify(shown));
});

test('the guides are served as pages and as Markdown, and /llms.txt leads to each', async () => {
  const list = await (await fetch(`${server.url}/llms.txt`)).text();
  const index = await (await fetch(`${server.url}/docs/guides`)).text();
  for (const name of names.filter((each) => each !== 'README.md')) {
    const address = `/docs/guides/${name.replace('.md', '')}`;
    assert.ok(list.includes(`](${address}.md)`), `/llms.txt lacks ${name}`);
    assert.ok(index.includes(`href="${address}"`), `the index lacks ${name}`);
    const page = await fetch(server.url + address);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/);
    const html = await page.text();
    assert.match(html, /<html lang="en"/);
    for (const [, href] of html.matchAll(/ href="(\/docs\/[^"#]*)/g))
      assert.equal((await fetch(server.url + href)).status, 200, `${name} leads to ${href}`);
    const text = await readFile(path.join(guides, name), 'utf8');
    assert.equal(await (await fetch(`${server.url}${address}.md`)).text(), text);
    // A link out of the folder would lead nowhere on a server. What begins with $ is a variable of a command.
    assert.doesNotMatch(text, /\]\((?!https:|\$|[\w-]+\.md|#)/, name);
    for (const [, target, anchor] of text.matchAll(/\]\(([\w-]*)(?:\.md)?#([\w-]+)\)/g)) {
      const there = target ? await (await fetch(`${server.url}/docs/guides/${target}`)).text() : html;
      assert.ok(there.includes(`id="${anchor}"`), `${name} leads to ${target}#${anchor}`);
    }
  }
});

test('DOCS=off serves no guides', async () => {
  await using other = await startTestServer({ docs: false });
  for (const address of ['/docs/guides', '/docs/guides/errors.md', '/llms.txt'])
    assert.equal((await fetch(other.url + address)).status, 404, address);
});
