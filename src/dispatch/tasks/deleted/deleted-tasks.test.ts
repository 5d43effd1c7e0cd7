import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, sendBytes } from '../../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../../tests/harness/fleet.ts';
import { photo } from '../../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { whileHeld } from '../../../../tests/harness/while-held.ts';
import { sql } from '../../../platform/db/sql.ts';
import { lockContainer } from '../../containers/actions.ts';
import { deleteTaskRow } from '../queries.ts';
import { doNoteDeletedTask } from './actions.ts';
import { forgetDeletedTasks } from './forget-deleted-tasks.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}
const refusal = ({ status, json }: Answer) => [status, json.message?.error];
const forget = () => forgetDeletedTasks.handle(server.services, {}, new AbortController().signal);

/** A fleet whose worker did a task that dispatch has deleted. */
async function startDeleted() {
  const fleet = await startFleet(server);
  const dora = await fleet.worker();
  const { id, shortId } = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  ok(await fleet.api.delete(`/tasks/${id}`));
  const complete = (given: object = {}, who = dora) =>
    who.driver.post(`/driver/tasks/${id}/complete`, { success: true, notes: 'With the neighbour', ...given });
  const reported = async () => ok(await fleet.api.get('/tasks/deleted'));
  return { ...fleet, dora, id: id as string, shortId: shortId as string, complete, reported };
}

test('what a driver did of a task that dispatch deleted meanwhile is a report with its proof, once', async () => {
  const { dora, id, shortId, api, complete, reported, organization } = await startDeleted();
  assert.deepEqual(await reported(), []);
  const picture = await sendBytes(dora.driver, 'POST', '/uploads', await photo(64, 48));
  const { uploadId } = picture.json;
  const time = server.clock.now().getTime() - 60_000;
  const perform = (kind: string) => ({ kind, taskId: id, actionId: `${kind} of ${id}`, time });
  const proof = { success: true, notes: 'With the neighbour', photoUploadIds: [uploadId], barcodes: ['A1'] };
  const actions = [perform('start'), perform('arrive'), { ...perform('complete'), ...proof }];
  const send = async () =>
    ok(await dora.driver.post('/driver/actions', { actions })).results.map(
      ({ status, overruled, reported: isReported }: { status: number; overruled?: true; reported?: true }) => [
        status,
        overruled ?? isReported,
      ],
    );
  const expected = [
    [404, true],
    [404, true],
    [200, true],
  ];
  assert.deepEqual(await send(), expected);
  assert.deepEqual(await send(), expected);
  const [task, ...others] = await reported();
  assert.deepEqual([task.id, task.shortId, others], [id, shortId, []]);
  assert.ok(task.timeDeleted > 0);
  assert.deepEqual(
    task.completionReports.map((report: Record<string, unknown>) => [
      report.worker,
      report.time,
      report.notes,
      report.barcodes,
    ]),
    [[dora.id, time, 'With the neighbour', ['A1']]],
  );
  assert.deepEqual(task.completionReports[0].photoUploadIds, [uploadId]);
  assert.match(ok(await api.get(`/uploads/${uploadId}`)).url, /^http/);

  // The same by its own operation; without an ID of its own it is known by what it says.
  const own = ok(await complete({ time: time + 1, actionId: 'again' }));
  assert.deepEqual([own.taskId, own.report.notes], [id, 'With the neighbour']);
  assert.deepEqual(ok(await complete({ time: time + 1, actionId: 'again' })), own);
  // A PIN has nothing to be checked against, and is not kept.
  assert.deepEqual(ok(await complete({ time: time + 1, pin: '1234' })), own);
  assert.equal((await reported())[0].completionReports.length, 2);
  for (let n = 2; n < 20; n++) ok(await complete({ time: time + n }));
  assert.deepEqual(refusal(await complete({ time: time + 20 })), [400, 1000]);

  // Live followers of the organization learn that something exists, not what.
  const events = await server.services.database.reader.all(
    sql<{
      payload: unknown;
    }>`select payload from platform.event_log where organization_id = ${organization} and kind = 'lateReport'`,
  );
  assert.deepEqual(events[0]?.payload, { id: organization });
  // It stays a report: nothing of the task comes back.
  assert.deepEqual(refusal(await api.get(`/tasks/${id}`)), [404, 1402]);
});

test('only whoever had the task reports on it, and only who sees its place reads that', async () => {
  const fleet = await startDeleted();
  const { dora, id, complete, reported, worker, team, north } = fleet;
  const stranger = await worker();
  assert.deepEqual(refusal(await complete({}, stranger)), [404, 1402]);
  const elsewhere = await startFleet(server);
  assert.deepEqual(refusal(await complete({}, await elsewhere.worker())), [404, 1402]);
  assert.deepEqual(refusal(await dora.driver.post(`/driver/tasks/${id}/start`, {})), [404, 1402]);
  assert.deepEqual(await reported(), []);
  // An upload of somebody else is no proof, and nothing is kept by halves.
  const picture = await sendBytes(stranger.driver, 'POST', '/uploads', await photo(64, 48));
  const photoUploadIds = [picture.json.uploadId];
  assert.deepEqual(refusal(await complete({ photoUploadIds })), [404, 1402]);
  assert.deepEqual(await reported(), []);
  ok(await complete());
  const south = await team('South');
  const { client: ofNorth } = await makeDispatcher(server, fleet, [north]);
  const { client: ofSouth } = await makeDispatcher(server, fleet, [south, south]);
  assert.equal(ok(await ofNorth.get('/tasks/deleted')).length, 1);
  assert.deepEqual(ok(await ofSouth.get('/tasks/deleted')), []);
  assert.deepEqual(ok(await elsewhere.api.get('/tasks/deleted')), []);
});

test('who had it before reports too, and what was reported before goes along', async () => {
  const { api, worker, task } = await startFleet(server);
  const [dora, emil] = [await worker(), await worker()];
  const { id } = await task({ container: { type: 'WORKER', worker: dora.id } });
  ok(await api.put(`/containers/workers/${emil.id}`, { tasks: [-1, id] }));
  const complete = (who: typeof dora, notes: string) =>
    who.driver.post(`/driver/tasks/${id}/complete`, { success: true, notes, actionId: notes });
  const first = ok(await complete(dora, 'before'));
  ok(await api.delete(`/tasks/${id}`));
  assert.deepEqual(ok(await complete(dora, 'before')), first);
  ok(await complete(dora, 'after'));
  ok(await complete(emil, 'by the other'));
  const [{ completionReports }] = ok(await api.get('/tasks/deleted'));
  assert.deepEqual(
    completionReports.map(({ worker: who, notes }: { worker: string; notes: string }) => [who, notes]),
    [
      [dora.id, 'before'],
      [dora.id, 'after'],
      [emil.id, 'by the other'],
    ],
  );
});

test('a completion that waits for a deletion is a report when that ends', async () => {
  const { api, worker, task, organization } = await startFleet(server);
  const dora = await worker();
  const { id } = await task({ container: { type: 'WORKER', worker: dora.id } });
  const answer = await whileHeld(
    server,
    async (tx) => {
      await lockContainer(tx.of(organization), { type: 'WORKER', id: dora.id });
      await doNoteDeletedTask(tx.of(organization), id);
      await deleteTaskRow(tx.of(organization), id);
    },
    () => dora.driver.post(`/driver/tasks/${id}/complete`, { success: true, notes: 'done' }),
  );
  assert.equal(ok(answer).report.notes, 'done');
  assert.equal(ok(await api.get('/tasks/deleted'))[0].id, id);
});

test('a task that nobody did is forgotten after 30 days; a report stays', async () => {
  const [silent, done] = [await startDeleted(), await startDeleted()];
  ok(await done.complete());
  server.clock.advance(29 * 86_400_000);
  await forget();
  const [late] = [await silent.complete({ notes: 'on the last day' })];
  assert.equal(late.status, 200, late.text);
  const other = await startDeleted();
  server.clock.advance(31 * 86_400_000);
  await forget();
  assert.deepEqual(refusal(await other.complete()), [404, 1402]);
  for (const { reported } of [silent, done]) assert.equal((await reported()).length, 1);
});
