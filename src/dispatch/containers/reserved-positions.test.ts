import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';
import { reserveAtEnd } from './reserve-at-end.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a place at the end of a list is taken from the list as it is once it is locked', async () => {
  const { organization, api, worker, task } = await startFleet(server);
  const { id } = await worker();
  const own = { container: { type: 'WORKER', worker: id } };
  await task({ ...own, destination: destinationAt(0, 0) });
  // Another request moves the list's end while this one waits.
  const created = await whileHeld(
    server,
    (tx) =>
      tx.run(sql`
        update dispatch.containers set last_lon = 0.5, last_position = last_position + 7
        where organization_id = ${organization} and owner_id = ${id}`),
    () => api.post('/tasks', { ...own, destination: destinationAt(1, 0) }),
  );
  assert.equal(created.status, 200, created.text);
  const route = await server.services.database.reader.first(sql<{ metres: number; last: number; count: number }>`
    select route_mm / 1000 as metres, last_lon as last, task_count as count from dispatch.containers
    where organization_id = ${organization} and owner_id = ${id}`);
  // Half a degree along the equator.
  assert.deepEqual([Math.round(Number(route!.metres) / 100), route!.last, route!.count], [557, 1, 2]);
});

test('no place is taken for a list that ends elsewhere, nor for a worker who is off duty or not able', async () => {
  const { organization, worker, task } = await startFleet(server);
  const { id, driver } = await worker([0, 0]);
  await task({ container: { type: 'WORKER', worker: id }, destination: destinationAt(0, 0) });
  const claim = (options: { lastStop: [number, number]; onDuty?: boolean; skills?: string[] }) =>
    server.services.database.transaction(
      (tx) => tx.first(reserveAtEnd(tx, { type: 'WORKER', id }, [1, 0], { ...options, by: undefined }).claim),
      { organizationId: organization },
    );
  assert.equal(await claim({ lastStop: [0.5, 0] }), undefined);
  assert.equal(await claim({ lastStop: [0, 0], onDuty: true, skills: ['fridge'] }), undefined);
  await driver.post('/driver/duty', { onDuty: false });
  assert.equal(await claim({ lastStop: [0, 0], onDuty: true }), undefined);
  assert.notEqual(await claim({ lastStop: [0, 0] }), undefined);
});
