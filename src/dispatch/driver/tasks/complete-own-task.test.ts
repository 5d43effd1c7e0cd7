import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../../tests/harness/clients.ts';
import { startFleet } from '../../../../tests/harness/fleet.ts';
import { Receiver } from '../../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { forgetFormerWorkers } from '../../tasks/driver/forget-former-workers.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

/** A fleet with a worker whose task is active. */
async function startDelivery(body: object = {}) {
  const fleet = await startFleet(server);
  const dora = await fleet.worker();
  const { id } = await fleet.task({ container: { type: 'WORKER', worker: dora.id }, ...body });
  const start = await dora.driver.post(`/driver/tasks/${id}/start`, {});
  assert.equal(start.status, 200, start.text);
  const complete = (given: object) => dora.driver.post(`/driver/tasks/${id}/complete`, { success: true, ...given });
  const force = () => fleet.api.post(`/tasks/${id}/complete`, { completionDetails: { success: false, notes: 'lost' } });
  return { ...fleet, dora, id, complete, force };
}

test('a success needs the notes, the age and the barcodes that the task requires; a failure does not', async () => {
  const required = {
    requirements: { notes: true, minimumAge: 21 },
    barcodes: [{ data: btoa('A1'), blockCompletion: true }, { data: btoa('B2') }],
  };
  const { complete, api, id } = await startDelivery(required);
  const full = { notes: 'Handed over', verifiedAge: 21, barcodes: ['A1', 'X9', 'A1'] };
  for (const [gap, cause] of [
    [{ notes: ' ' }, /notes/],
    [{ verifiedAge: 20.9 }, /at least 21 years/],
    [{ verifiedAge: null }, /at least 21 years/],
    [{ barcodes: ['B2'] }, /barcode A1/],
    [{ barcodes: null }, /barcode A1/],
  ] as const) {
    const answer = await complete({ ...full, ...gap });
    assert.deepEqual([answer.status, answer.json.message.error], [400, 1000], answer.text);
    assert.match(answer.json.message.cause, cause);
  }
  const { status, json } = await complete(full);
  assert.equal(status, 200);
  const captured = json.barcodes.captured as { id: string; data: string; wasRequested: boolean }[];
  assert.deepEqual(
    captured.map(({ data, wasRequested }) => [atob(data), wasRequested]),
    [
      ['A1', true],
      ['X9', false],
    ],
  );
  assert.equal((await api.get(`/tasks/${id}`)).json.completionDetails.verifiedAge, 21);

  const failed = await startDelivery(required);
  assert.equal((await failed.complete({ success: false })).json.state, 3);
  const forced = await startDelivery(required);
  const answer = await forced.api.post(`/tasks/${forced.id}/complete`, { completionDetails: { success: true } });
  assert.equal(answer.status, 200, answer.text);
});

test('nothing is done at a task before it was started, whatever the device says', async () => {
  const { id, api, complete } = await startDelivery();
  const time = server.clock.now().getTime() - 3_600_000;
  assert.equal((await complete({ time })).status, 200);
  const { completionDetails } = (await api.get(`/tasks/${id}`)).json;
  assert.ok(completionDetails.time > time + 1_800_000, JSON.stringify(completionDetails));
});

test('where only required barcodes are scanned, others are refused', async () => {
  const { complete } = await startDelivery({ barcodes: [{ data: btoa('A1') }], scanOnlyRequiredBarcodes: true });
  assert.match((await complete({ barcodes: ['A1', 'X9'] })).json.message.cause, /does not require the barcode X9/);
  assert.equal((await complete({ barcodes: ['A1'] })).status, 200);
});

test('any barcode will do where the task names none', async () => {
  const { complete, id, api } = await startDelivery({
    barcodes: [{ blockCompletion: true }],
    scanOnlyRequiredBarcodes: true,
  });
  assert.deepEqual((await api.get(`/tasks/${id}`)).json.barcodes, {
    required: [{ blockCompletion: true }],
    captured: [],
  });
  assert.match((await complete({})).json.message.cause, /requires a barcode to be scanned/);
  const { json } = await complete({ barcodes: ['whichever'] });
  assert.deepEqual([json.state, json.barcodes.captured[0].wasRequested], [3, true]);
});

test('a captured barcode says how, when and where it was scanned; else it is as the completion', async () => {
  const { complete, dora, api, id } = await startDelivery();
  await dora.goTo(13.4, 52.5);
  const time = server.clock.now().getTime();
  const location = [13.41, 52.51];
  const scan = { data: 'GRÜẞE 17', symbology: 'QRCODE', time: time - 2000, location };
  const barcodes = ['GRÜẞE 17', '4006381333931'];
  const answer = await complete({ time, barcodes, scans: [scan, { data: 'not scanned' }] });
  assert.equal(answer.status, 200, answer.text);
  const { captured } = (await api.get(`/tasks/${id}`)).json.barcodes;
  const [{ id: first, ...one }, { id: second, ...other }] = captured;
  const data = Buffer.from('GRÜẞE 17').toString('base64');
  assert.deepEqual(one, { symbology: 'QRCODE', data, location, time: time - 2000, wasRequested: false });
  const { completionDetails } = answer.json;
  assert.deepEqual(other, {
    symbology: '',
    data: btoa('4006381333931'),
    location: completionDetails.lastLocation,
    time: completionDetails.time,
    wasRequested: false,
  });
  assert.ok(first !== second && /^[0-9a-f]{24}$/.test(first));
});

test('a completion says how far the worker went for it, by what was reported between start and end', async () => {
  const { complete, dora } = await startDelivery();
  const start = server.clock.now().getTime();
  const at = (seconds: number, lon: number) => ({ time: start + seconds * 1000, location: [lon, 0] });
  server.clock.advance(300_000);
  const report = await dora.driver.post('/driver/positions', { positions: [at(60, 0), at(120, 0.01), at(180, 0)] });
  assert.equal(report.status, 200, report.text);
  const { completionDetails } = (await complete({ time: start + 150_000 })).json;
  assert.equal(completionDetails.distance, 1113);
  const unreported = await startDelivery();
  assert.ok(!('distance' in (await unreported.complete({})).json.completionDetails));
});

test('a completion after that of dispatch is kept as a report on the task, once, and dispatch hears of it', async () => {
  const { api, id, complete, force, dora } = await startDelivery();
  const receiver = await Receiver.start();
  try {
    assert.equal((await api.post('/webhooks', { url: receiver.url, trigger: 7 })).status, 200);
    assert.equal((await force()).status, 200);
    const time = server.clock.now().getTime() - 5000;
    const messages = { actionId: 'late', time, notes: 'With the neighbour', barcodes: ['A1'], verifiedAge: 19 };
    const retained = await complete(messages);
    assert.equal(retained.status, 200, retained.text);
    const { id: reportId, timeReceived, ...report } = retained.json.report;
    assert.match(reportId, /^[A-Za-z0-9*~]{24}$/);
    assert.ok(timeReceived >= time + 5000 && timeReceived <= server.clock.now().getTime());
    assert.deepEqual(report, {
      worker: dora.id,
      time,
      success: true,
      notes: 'With the neighbour',
      failureReason: 'NONE',
      failureNotes: '',
      barcodes: ['A1'],
      verifiedAge: 19,
      unavailableAttachments: [],
      signatureUploadId: null,
      photoUploadId: null,
      photoUploadIds: null,
    });
    assert.equal(retained.json.taskId, id);
    assert.deepEqual((await complete(messages)).json, retained.json);
    const { actionId: _none, ...unnamed } = messages;
    assert.deepEqual((await complete(unnamed)).json, retained.json);
    assert.equal((await complete({ ...messages, notes: 'other' })).json.message.error, 1000);

    const seen = (await api.get(`/tasks/${id}`)).json;
    assert.deepEqual(seen.completionReports, [retained.json.report]);
    assert.deepEqual([seen.state, seen.completionDetails.notes, seen.completionDetails.success], [3, 'lost', false]);
    await until(() => receiver.deliveries.length === 1, 'dispatch being told');
    assert.deepEqual(receiver.deliveries[0]!.body.data.task.completionReports, [retained.json.report]);
    assert.deepEqual(receiver.deliveries[0]!.body.actionContext, { type: 'WORKER', id: dora.id });

    for (let n = 1; n < 20; n++) assert.equal((await complete({ time: time + n })).status, 200);
    assert.match((await complete({ time: time + 20 })).json.message.cause, /at most 20 late reports/);
  } finally {
    await receiver.stop();
  }
});

test('a completion of a task that was given to another worker is kept; others see nothing of it', async () => {
  const { worker, task, api } = await startFleet(server);
  const [dora, emil, stranger] = [await worker(), await worker(), await worker()];
  const own = await task({ container: { type: 'WORKER', worker: dora.id } });
  await api.put(`/containers/workers/${emil.id}`, { tasks: [-1, own.id] });
  const complete = (who: typeof dora) =>
    who.driver.post(`/driver/tasks/${own.id}/complete`, { success: false, failureReason: 'OTHER', notes: 'shut' });
  assert.equal((await complete(stranger)).json.message.error, 1402);
  // Not started, so there is nothing to complete for whose task it is.
  assert.equal((await complete(emil)).json.message.error, 1000);
  const retained = await complete(dora);
  assert.deepEqual([retained.status, retained.json.report.notes], [200, 'shut'], retained.text);
  assert.equal(JSON.stringify(retained.json).includes(emil.id), false);
  assert.equal((await dora.driver.post(`/driver/tasks/${own.id}/start`, {})).json.message.error, 1402);
  const started = await emil.driver.post(`/driver/tasks/${own.id}/start`, {});
  assert.equal(started.json.completionReports, undefined);
  assert.equal((await complete(emil)).json.state, 3);
  assert.equal((await complete(emil)).json.message.error, 1000);
  const seen = (await api.get(`/tasks/${own.id}`)).json;
  assert.deepEqual(
    seen.completionReports.map((report: { worker: string }) => report.worker),
    [dora.id],
  );

  server.clock.advance(31 * 86_400_000);
  await forgetFormerWorkers.handle(server.services, {}, new AbortController().signal);
  assert.equal((await complete(dora)).json.message.error, 1402);
});
