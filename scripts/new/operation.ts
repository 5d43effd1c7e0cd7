/** The first form of an operation and of its test: types, lint and the usual cases pass; the rest is to be written. */

export const APIS = ['chat', 'dispatch'] as const;
export type Api = (typeof APIS)[number];

export interface NewOperation {
  api: Api;
  /** Folder below `src/chat` or `src/dispatch`: `drafts`, `messages/scheduled`. */
  resource: string;
  /** The operation's id, which names its file: `create-draft`. */
  id: string;
  /** Method and path, as in `POST /drafts/:draft_id/pin`; undefined: made from the names. */
  route?: string | undefined;
}

/** An operation that exists: its method, and its path below the API's prefix. */
export interface ExistingRoute {
  method: string;
  path: string;
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

/** An ID that no object has, in the form of each API. */
const NO_ID: Record<Api, string> = { chat: '2147483647', dispatch: '000000000000000000000000' };

/**
 * Writes an operation and its test.
 * @param existing the operations of the same API
 * @returns the files by their path below the repository
 * @throws {Error} with a sentence: a name has the wrong form, or an operation has this method and path
 */
export function filesOf(
  { api, resource, id, route }: NewOperation,
  existing: readonly ExistingRoute[],
): Map<string, string> {
  if (!/^[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)*$/.test(resource)) throw new Error(`"${resource}" is no folder's name.`);
  if (!/^[a-z]+(-[a-z0-9]+)+$/.test(id)) throw new Error(`"${id}" is no operation's id, such as create-draft.`);
  const { method, path } = route === undefined ? routeByNames(api, resource, id) : readRoute(api, route);
  if (existing.some((each) => each.method === method && shapeOf(each.path) === shapeOf(path)))
    throw new Error(
      `An operation has ${method} ${path} already. Give another one, as in: ` +
        `npm run new -- ${api} ${resource} ${id} 'POST ${path}/:id/pin'`,
    );
  const folder = `src/${api}/${resource}`;
  const up = '../'.repeat(resource.split('/').length);
  const name = id.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
  const parts = [...path.matchAll(/:(\w+)/g)].map(([, part]) => part!);
  const made = { name, method, path, parts, up };
  return new Map([
    [`${folder}/${id}.ts`, api === 'chat' ? chatOperation(made) : dispatchOperation(made)],
    [`${folder}/${id}.test.ts`, api === 'chat' ? chatTest(made) : dispatchTest(made)],
  ]);
}

/** A path in which parameters have no names: two paths of one shape are one route. */
function shapeOf(path: string): string {
  return path.replaceAll(/:\w+/g, ':');
}

function routeByNames(api: Api, resource: string, id: string): ExistingRoute {
  const verb = METHODS[id.split('-')[0]!] ?? 'POST';
  const last = resource.split('/').at(-1)!;
  return {
    method: api === 'dispatch' && verb === 'PATCH' ? 'PUT' : verb,
    path: `/${last.replaceAll('-', api === 'chat' ? '_' : '')}`,
  };
}

function readRoute(api: Api, route: string): ExistingRoute {
  const methods = api === 'chat' ? 'GET|POST|PUT|PATCH|DELETE' : 'GET|POST|PUT|DELETE';
  const match = new RegExp(`^(${methods}) ((?:/(?:[a-zA-Z_]+|:[a-zA-Z_]+))+)$`).exec(route);
  if (!match) throw new Error(`"${route}" is no method and path of ${api}, such as 'POST /drafts/:draft_id/pin'.`);
  return { method: match[1]!, path: match[2]! };
}

interface Made {
  name: string;
  method: string;
  path: string;
  /** Names of the path's parameters; each is an ID. */
  parts: readonly string[];
  up: string;
}

function chatOperation({ name, method, path, parts, up }: Made): string {
  const reads = method === 'GET';
  const ids = parts.map((part) => `    ${part}: inPath(Id),\n`).join('');
  return `import { Type } from 'typebox';
import { anyUser } from '${up}http/caller.ts';
import { chatOperation } from '${up}http/operation.ts';
import { ${parts.length > 0 ? 'Id, inPath, ' : ''}json, optional } from '${up}http/params.ts';

export const ${name} = chatOperation({
  method: '${method}',
  path: '${path}',
  summary: '',
  access: anyUser,
  params: {
${ids}    count: optional(json(Type.Integer({ minimum: 1, maximum: 100, description: '' }))),
  },
  answer: {},
  async ${reads ? 'read' : 'write'}() {
    return {};
  },
});
`;
}

function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT';
}

function dispatchOperation({ name, method, path, parts, up }: Made): string {
  const reads = method === 'GET';
  const ids = parts.length > 0 ? `  ids: [${parts.map((part) => `'${part}'`).join(', ')}],\n` : '';
  const count = "Type.Integer({ minimum: 1, maximum: 100, description: '' })";
  const input = takesBody(method)
    ? `  body: Type.Object({ count: Type.Optional(${count}) }),\n`
    : `  query: { count: ${count} },\n`;
  return `import { Type } from 'typebox';
import { dispatchOperation } from '${up}http/operation.ts';

export const ${name} = dispatchOperation({
  method: '${method}',
  path: '${path}',
  summary: '',
  access: 'apiKey',
${ids}${input}  answer: Type.Object({}),
  async ${reads ? 'read' : 'write'}() {
    return {};
  },
});
`;
}

function chatTest({ method, path, parts, up }: Made): string {
  const tests = `../../${up}tests/harness`;
  const url = path.replaceAll(/:\w+/g, NO_ID.chat);
  const call = (more = '') => `request('${method}', '${url}'${more})`;
  const wrongId = path.replaceAll(/:\w+/g, 'none');
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
  const { json } = await owner.${call()};
  assert.deepEqual(json, { result: 'success', msg: '' });
});

test('refuses a request without credentials', async () => {
  const nobody = new ChatClient({ ...org.chat, api_key: 'none' });
  assert.equal((await nobody.${call()}).status, 401);
});

test('a guest may call it', async () => {
  const { client: guest } = await makePerson(server, org, { name: 'Gil Guest', role: 600 });
  assert.equal((await guest.${call()}).json.result, 'success');
});

test('another organization learns nothing and changes nothing', async () => {
  const stranger = new ChatClient((await server.organization()).chat);
  const before = await stranger.${call()};
  // What the owner has by now must not show to the stranger, nor go by the stranger's call.
  await owner.${call()};
  assert.deepEqual((await stranger.${call()}).json, before.json);
});

test('refuses wrong types', async () => {
  for (const count of ['many', '1.5', '0', '[]', '{}']) {
    const { status, json } = await owner.${call(', { count }')};
    assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], count);
  }
${parts.length > 0 ? `  assert.equal((await owner.request('${method}', '${wrongId}')).status, 404);\n` : ''}});

test('names a parameter that it does not know', async () => {
  const { json } = await owner.${call(', { unheard: 1 }')};
  assert.deepEqual(json.ignored_parameters_unsupported, ['unheard']);
});
`;
}

function dispatchTest({ method, path, parts, up }: Made): string {
  const tests = `../../${up}tests/harness`;
  const hasBody = takesBody(method);
  const call = (id: string, count?: string) => {
    const url = path.replaceAll(/:\w+/g, id);
    if (hasBody) return `request('${method}', '${url}', ${count ? '{ count }' : '{}'})`;
    return `request('${method}', ${count ? `\`${url}?count=\${count}\`` : `'${url}'`})`;
  };
  const wrong = hasBody ? "['many', 1.5, true, [], {}]" : "['many', '1.5', 'true']";
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
  const answer = await api.${call(NO_ID.dispatch)};
  assert.equal(answer.status, 200, answer.text);
});

test('refuses a request without a key', async () => {
  const nobody = new DispatchClient({ url: server.url, api_key: 'none' });
  assert.equal((await nobody.${call(NO_ID.dispatch)}).status, 401);
});

test('another organization learns nothing and changes nothing', async () => {
  const [api, stranger] = [await caller(), await caller()];
  const before = await stranger.${call(NO_ID.dispatch)};
  // What the first organization has by now must not show to the second, nor go by the second's call.
  await api.${call(NO_ID.dispatch)};
  const { status, json } = await stranger.${call(NO_ID.dispatch)};
  assert.deepEqual([status, json], [before.status, before.json]);
});

test('refuses wrong types', async () => {
  const api = await caller();
  for (const count of ${wrong}) {
    const { json } = await api.${call(NO_ID.dispatch, 'count')};
    assert.equal(json.message.error, 1005, String(count));
  }
${parts.length > 0 ? `  assert.equal((await api.${call('none')}).json.message.error, 1005);\n` : ''}});
`;
}
