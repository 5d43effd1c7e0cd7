import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { doOpenImported, doShutForImport } from '../../platform/organizations/importing.ts';
import { chatManifest } from './chat-manifest.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('the installed app is called as the server’s only organization that is open', async () => {
  const name = async () => {
    const manifest = (await chatManifest(server.services, new URL(server.url).hostname)) as { name: string };
    return manifest.name;
  };
  assert.equal(await name(), 'Hubbub');
  const first = await server.organization({ name: 'Arriving Couriers' });
  assert.equal(await name(), 'Arriving Couriers');
  const { database } = server.services;
  const at = { organizationId: first.organization_id };
  await database.transaction((tx) => doShutForImport(tx), at);
  assert.equal(await name(), 'Hubbub', 'nobody learns the name of one that is shut');
  await server.organization({ name: 'Open Couriers' });
  assert.equal(await name(), 'Open Couriers');
  await database.transaction((tx) => doOpenImported(tx), at);
  assert.equal(await name(), 'Hubbub', 'of two, neither is the server’s');
});
