import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { makeChannel, makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { readerView } from '../../reading/reader-view.ts';
import { findMatches } from './matches.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('of what was deleted or hidden after it was selected nothing is shown', async () => {
  const org = await server.organization();
  const owner = new ChatClient(org.chat);
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const { organization_id: organizationId } = org;
  const dock = await makeChannel(server, organizationId, { name: 'dock', subscribers: [org.chat.user_id, mara.id] });
  const hidden = { name: 'hidden', subscribers: [org.chat.user_id], inviteOnly: true };
  const office = await makeChannel(server, organizationId, hidden);
  const send = async (): Promise<number> =>
    (await owner.post('/messages', { type: 'channel', to: dock, topic: 'gates', content: 'the gate code' })).json.id;
  const [seen, deleted, moved] = [await send(), await send(), await send()];
  assert.equal((await owner.delete(`/messages/${deleted}`)).status, 200);
  assert.equal((await owner.patch(`/messages/${moved}`, { stream_id: office })).status, 200);

  const view = await readerView(server.services.state.of(organizationId), { organizationId, userId: mara.id });
  const matches = await findMatches(
    server.services.database.reader.of(view.organizationId),
    view,
    [seen, deleted, moved],
    [],
    '',
  );
  assert.deepEqual([...matches.keys()], [seen]);
});
