import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const orders = (count: number, name = 'order') => ({
  tasks: Array.from({ length: count }, (_, n) => ({ destination: destinationAt(), notes: `${name} ${n}` })),
  lines: Array.from({ length: count }, (_, n) => ({ key: `1 ${name} ${n}` })),
});
async function countOf(api: DispatchClient): Promise<number> {
  let count = 0;
  for (let last = ''; ; ) {
    const { lastId, tasks } = (await api.get(`/tasks/all?from=0${last}`)).json;
    count += tasks.length;
    if (!lastId) return count;
    last = `&lastId=${lastId}`;
  }
}

test('lines that became tasks are told by a check and left out by the next batch, for everybody in the organization', async () => {
  const { api } = await startFleet(server);
  const { tasks, lines } = orders(3);
  const checked = await api.post('/tasks/batch/check', { tasks, lines });
  assert.deepEqual(checked.json.importedAt, [null, null, null], checked.text);
  const made = await api.post('/tasks/batch', { tasks, lines });
  assert.deepEqual([made.json.tasks.length, made.json.importedBefore], [3, []], made.text);
  const more = { tasks: [...tasks, { destination: destinationAt() }], lines: [...lines, { key: 'new' }] };
  const { importedAt } = (await api.post('/tasks/batch/check', more)).json;
  const now = server.clock.now().getTime();
  assert.deepEqual(
    importedAt.map((at: number | null) => at !== null && Math.abs(at - now) < 60_000),
    [true, true, true, false],
  );
  const next = (await api.post('/tasks/batch', more)).json;
  assert.deepEqual([next.tasks.length, next.importedBefore], [1, [0, 1, 2]]);
  const again = await api.post('/tasks/batch', { tasks, lines: lines.map((line, n) => ({ ...line, again: n === 1 })) });
  assert.deepEqual([again.json.tasks[0].notes, again.json.importedBefore], ['order 1', [0, 2]]);
  assert.equal(await countOf(api), 5);
  // Without lines nothing is recognised, and another organization has not had them.
  const plain = await api.post('/tasks/batch', { tasks });
  assert.deepEqual([plain.json.tasks.length, 'importedBefore' in plain.json], [3, false]);
  const theirs = new DispatchClient((await server.organization()).dispatch);
  assert.deepEqual((await theirs.post('/tasks/batch', { tasks, lines })).json.importedBefore, []);
});

test('a line whose task is refused is not noted; one that was a task before stays noted', async () => {
  const { api } = await startFleet(server);
  const [good, bad] = [{ destination: destinationAt() }, { destination: destinationAt(), quantity: 'many' }];
  const first = await api.post('/tasks/batch', { tasks: [good, bad], lines: [{ key: 'a' }, { key: 'b' }] });
  assert.deepEqual([first.json.tasks.length, first.json.errors.length, first.json.importedBefore], [1, 1, []]);
  const second = await api.post('/tasks/batch', {
    tasks: [bad, good],
    lines: [{ key: 'a', again: true }, { key: 'b' }],
  });
  assert.deepEqual([second.json.tasks.length, second.json.errors.length], [1, 1]);
  const noted = async (...keys: string[]) => {
    const body = { tasks: keys.map(() => good), lines: keys.map((key) => ({ key })) };
    return (await api.post('/tasks/batch/check', body)).json.importedAt as (number | null)[];
  };
  const [before] = await noted('a', 'b');
  assert.ok((await noted('a', 'b')).every((at) => at !== null));
  // A line that never became a task is not noted either, though it was wanted in any case.
  server.clock.advance(60_000);
  const wanted = { tasks: [bad, bad, good], lines: ['a', 'c', 'b'].map((key) => ({ key, again: true })) };
  const third = (await api.post('/tasks/batch', wanted)).json;
  assert.deepEqual([third.tasks.length, third.errors.length, third.importedBefore], [1, 2, []]);
  const [same, none, newer] = await noted('a', 'c', 'b');
  assert.deepEqual([same, none], [before, null]);
  assert.ok(newer! >= before! + 60_000);
  const last = (await api.post('/tasks/batch', { tasks: [good], lines: [{ key: 'c' }] })).json;
  assert.deepEqual([last.tasks.length, last.importedBefore], [1, []]);
});

test('dispatchers who import the same list at once make each task once', async () => {
  const { api } = await startFleet(server);
  const { tasks, lines } = orders(100, 'race');
  const reversed = { tasks: tasks.toReversed(), lines: lines.toReversed() };
  const answers = await Promise.all(
    [{ tasks, lines }, reversed, { tasks, lines }, reversed].map((body, n) =>
      // Two pages, each with the keys of its own requests.
      api.post('/tasks/batch', body, { 'idempotency-key': `page-${n}` }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(
    answers.reduce((sum, { json }) => sum + json.tasks.length, 0),
    100,
  );
  assert.equal(
    answers.reduce((sum, { json }) => sum + json.importedBefore.length, 0),
    300,
  );
  assert.equal(await countOf(api), 100);
});

test('lines that fit no tasks are refused, and nothing is created', async () => {
  const { api } = await startFleet(server);
  const { tasks, lines } = orders(2, 'wrong');
  for (const wrong of [
    lines.slice(1),
    [lines[0], lines[0]],
    'all',
    [{ key: '' }, { key: 'b' }],
    [{}, {}],
    [{ key: 1 }, null],
  ])
    for (const path of ['/tasks/batch', '/tasks/batch/check']) {
      const answer = await api.post(path, { tasks, lines: wrong });
      assert.equal(answer.status, 400, `${path} ${JSON.stringify(wrong)}: ${answer.text}`);
    }
  // A batch in the background does not know them: without a word, each list would be made twice.
  const later = await api.post('/tasks/batch-async', { tasks, lines });
  assert.deepEqual([later.status, later.json.message.cause], [400, 'lines is only taken by POST /tasks/batch.']);
  assert.equal(await countOf(api), 0);
});
