import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const metadata = [{ name: 'size', type: 'number', value: 4, visibility: ['api'] }];

/** For each kind of object: its creation, a body that repeats it, and changes. */
const kinds = [
  {
    path: '/workers',
    made: { name: 'Wendy', phone: '+14155550123', capacity: 2, vehicle: { type: 'CAR', color: 'red' }, metadata },
    changes: [{ name: 'Wanda' }, { vehicle: { type: 'TRUCK' } }, { vehicle: null }, { metadata: [] }],
  },
  {
    path: '/recipients',
    made: { name: 'Rita', phone: '+14155550124', notes: 'Rings twice.', metadata },
    changes: [{ notes: '' }, { phone: '+14155550125' }, { metadata: { $pop: { name: 'size' } } }],
  },
  {
    path: '/admins',
    made: { name: 'Ada', email: 'ada@couriers.example', metadata },
    changes: [{ name: 'Adele' }, { isReadOnly: true }, { teams: [] }],
  },
  { path: '/teams', made: { name: 'South', metadata }, changes: [{ enableSelfAssignment: true }, { metadata: [] }] },
];

test('timeLastModified moves with a change, and only then', async () => {
  const { api, north } = await startFleet(server);
  const [owner] = (await api.get('/admins')).json;
  for (const { path, made, changes } of kinds) {
    const members = path === '/teams' ? { managers: [owner.id], workers: [] } : { teams: [north] };
    const given = path === '/recipients' ? made : { ...made, ...members };
    const created = await api.post(path, given);
    assert.equal(created.status, 200, created.text);
    const put = async (body: object) => {
      server.clock.advance(1000);
      const answer = await api.put(`${path}/${created.json.id}`, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    assert.deepEqual(await put({}), created.json);
    assert.deepEqual(await put(given), created.json);
    let last = created.json.timeLastModified;
    for (const change of changes) {
      const changed = await put(change);
      assert.ok(changed.timeLastModified > last, `${path} ${JSON.stringify(change)}`);
      last = changed.timeLastModified;
      assert.equal((await put(change)).timeLastModified, last);
    }
  }
});

test("a task's timeLastModified too", async () => {
  const { api, task } = await startFleet(server);
  const parent = await task();
  const given = {
    notes: 'Side door.',
    dependencies: [parent.id],
    recipients: [{ name: 'Rob', phone: '+14155550126' }],
  };
  const created = await task(given);
  const put = async (body: object) => {
    server.clock.advance(1000);
    return (await api.put(`/tasks/${created.id}`, body)).json;
  };
  assert.deepEqual(await put({}), created);
  assert.deepEqual(await put(given), created);
  const changed = await put({ dependencies: [] });
  assert.ok(changed.timeLastModified > created.timeLastModified);
  assert.ok((await put({ notes: '' })).timeLastModified > changed.timeLastModified);
});

test("a destination's timeLastModified too", async () => {
  const { api } = await startFleet(server);
  const created = (await api.post('/destinations', { ...destinationAt(), notes: 'Side door.' })).json;
  const put = async (body: object) => {
    server.clock.advance(1000);
    return (await api.put(`/destinations/${created.id}`, body)).json;
  };
  assert.deepEqual(await put({ notes: 'Side door.' }), created);
  const moved = await put({ location: [-122.41, 37.79] });
  assert.ok(moved.timeLastModified > created.timeLastModified);
  assert.deepEqual(await put({ location: [-122.41, 37.79] }), moved);
});
