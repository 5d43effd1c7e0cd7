import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

/** Comments of the live feed within some time. */
async function commentsWithin(ms: number, url: string, authorization: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(ms) });
  assert.equal(response.status, 200);
  let text = '';
  try {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) text += piece;
  } catch (error) {
    assert.equal((error as Error).name, 'TimeoutError');
  }
  return text.match(/^:$/gm)?.length ?? 0;
}

test('the live feed says every 3 s that it is there, if it is asked to', async () => {
  await using server = await startTestServer();
  const { api } = await startFleet(server);
  const live = `${server.url}/api/v2/live`;
  const authorization = api.authorization!;
  const [often, seldom] = await Promise.all([
    commentsWithin(8000, `${live}?heartbeatSeconds=3`, authorization),
    commentsWithin(8000, live, authorization),
  ]);
  // The first comment opens the stream.
  assert.ok(often >= 3, `${often} comments`);
  assert.ok(seldom <= 2, `${seldom} comments`);
  for (const seconds of ['0', '4', 'x'])
    assert.equal((await api.get(`/live?heartbeatSeconds=${seconds}`)).status, 400, seconds);
});
