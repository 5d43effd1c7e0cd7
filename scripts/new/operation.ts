/** The first form of an operation and of its test: types, lint and the standing cases pass, and the rest is to be written. */

export const APIS = ['chat', 'dispatch'] as const;
export type Api = (typeof APIS)[number];

export interface NewOperation {
  api: Api;
  /** Folder below `src/chat` or `src/dispatch`: `drafts`, `messages/scheduled`. */
  resource: string;
  /** The operation's id, which names its file: `create-draft`. */
  id: string;
}

const METHODS: Record<string, string> = {
  get: 'GET',
  list: 'GET',
  find: 'GET',
  create: 'POST',
  add: 'POST',
  update: 'PATCH',
  set: 'PUT',
  delete: 'DELETE',
  remove: 'DELETE',
};

/**
 * @returns the files by their path below the repository
 * @throws {Error} with a sentence, where a name is none
 */
export function filesOf({ api, resource, id }: NewOperation): Map<string, string> {
  if (!/^[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)*$/.test(resource)) throw new Error(`"${resource}" is no folder's name.`);
  if (!/^[a-z]+(-[a-z0-9]+)+$/.test(id)) throw new Error(`"${id}" is no operation's id, such as create-draft.`);
  const folder = `src/${api}/${resource}`;
  const up = '../'.repeat(resource.split('/').length);
  const name = id.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
  const verb = METHODS[id.split('-')[0]!] ?? 'POST';
  const method = api === 'dispatch' && verb === 'PATCH' ? 'PUT' : verb;
  const path = `/${resource
    .split('/')
    .at(-1)!
    .replaceAll('-', api === 'chat' ? '_' : '')}`;
  const made = { name, method, path, up, id };
  return new Map([
    [`${folder}/${id}.ts`, api === 'chat' ? chatOperation(made) : dispatchOperation(made)],
    [`${folder}/${id}.test.ts`, api === 'chat' ? chatTest(made) : dispatchTest(made)],
  ]);
}

interface Made {
  name: string;
  method: string;
  path: string;
  up: string;
  id: string;
}

function summaryOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function chatOperation({ name, method, path, up, id }: Made): string {
  const reads = method === 'GET';
  return `import { anyUser } from '${up}http/caller.ts';
import { chatOperation } from '${up}http/operation.ts';

export const ${name} = chatOperation({
  method: '${method}',
  path: '${path}',
  summary: '${summaryOf(id)}',
  access: anyUser,
  params: {},
  answer: {},
  async ${reads ? 'read' : 'write'}() {
    return {};
  },
});
`;
}

function dispatchOperation({ name, method, path, up, id }: Made): string {
  const reads = method === 'GET';
  return `import { Type } from 'typebox';
import { dispatchOperation } from '${up}http/operation.ts';

export const ${name} = dispatchOperation({
  method: '${method}',
  path: '${path}',
  summary: '${summaryOf(id)}',
  access: 'apiKey',
  answer: Type.Object({}),
  async ${reads ? 'read' : 'write'}() {
    return {};
  },
});
`;
}

function chatTest({ method, path, up }: Made): string {
  const tests = `../../${up}tests/harness`;
  const call = `${method.toLowerCase()}('${path}')`;
  return `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '${tests}/clients.ts';
import { makePerson } from '${tests}/people.ts';
import { startTestServer } from '${tests}/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);

test('works', async () => {
  const { json } = await owner.${call};
  assert.deepEqual(json, { result: 'success', msg: '' });
});

test('without credentials it is refused', async () => {
  const nobody = new ChatClient({ ...org.chat, api_key: 'none' });
  assert.equal((await nobody.${call}).status, 401);
});

test('what a guest and a stranger see of it', async () => {
  const { client: guest } = await makePerson(server, org, { name: 'Gil Guest', role: 600 });
  const stranger = new ChatClient((await server.organization()).chat);
  for (const client of [guest, stranger]) assert.equal((await client.${call}).json.result, 'success');
});

test('a parameter that it does not know is told', async () => {
  const { json } = await owner.${call.replace(')', ', { unheard: 1 })')};
  assert.deepEqual(json.ignored_parameters_unsupported, ['unheard']);
});
`;
}

function dispatchTest({ method, path, up }: Made): string {
  const tests = `../../${up}tests/harness`;
  const verb = method.toLowerCase();
  const call = verb === 'post' || verb === 'put' ? `${verb}('${path}', {})` : `${verb}('${path}')`;
  return `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '${tests}/clients.ts';
import { startTestServer } from '${tests}/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

async function caller() {
  const { dispatch } = await server.organization();
  return new DispatchClient({ ...dispatch, url: server.url });
}

test('works', async () => {
  const api = await caller();
  const answer = await api.${call};
  assert.equal(answer.status, 200, answer.text);
});

test('without a key it is refused', async () => {
  const nobody = new DispatchClient({ url: server.url, api_key: 'none' });
  assert.equal((await nobody.${call}).status, 401);
});

test('what another organization sees of it', async () => {
  const stranger = await caller();
  assert.equal((await stranger.${call}).status, 200);
});
`;
}
