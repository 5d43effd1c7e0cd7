import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countStatements } from '../../../tests/harness/statements.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

async function settings(headers: Record<string, string> = {}, query = '') {
  const response = await fetch(`${server.url}/api/v1/server_settings${query}`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return { status: response.status, json: (await response.json()) as any };
}

test('it names the organization when there is one, the server when there are several, and needs no sign-in', async () => {
  assert.equal((await settings()).json.realm_name, 'Hubbub');
  const { chat } = await server.organization({ name: 'Bay Couriers' });
  const { json } = await settings();
  assert.equal(json.realm_name, 'Bay Couriers');
  // Which organization it is; what is told of it is kept.
  assert.equal(await countStatements(settings), 1);
  assert.deepEqual(
    [json.realm_uri, json.realm_url, json.zulip_version, json.zulip_feature_level, json.is_incompatible],
    [chat.site, chat.site, '11.0', 421, false],
  );
  assert.equal(json.authentication_methods.password, true);
  assert.equal(json.authentication_methods.ldap, false);
  const [page, ...others] = json.external_authentication_methods;
  assert.deepEqual([page.login_url, others], ['/sign-in/app', []]);
  await server.organization();
  assert.equal((await settings()).json.realm_name, 'Hubbub');
});

test('credentials are not looked at, right or wrong; unknown parameters are named', async () => {
  for (const authorization of ['Basic !!!', `Basic ${btoa('a@couriers.example:wrong')}`, 'Bearer x'])
    assert.equal((await settings({ authorization })).status, 200);
  assert.deepEqual((await settings({}, '?surprise=1')).json.ignored_parameters_unsupported, ['surprise']);
});
