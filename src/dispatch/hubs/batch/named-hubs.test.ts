import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../tests/harness/processor-time.ts';
import { type KnownHub, NamedHubs } from './named-hubs.ts';

const hubCalled = (name: string, id: string, teams: string[] = []): KnownHub => ({
  ...{ id, name, teams, longitude: -122.4, latitude: 37.78, located: true },
  address: {
    ...{ number: '12', street: 'Example Street', apartment: '', city: 'San Francisco' },
    ...{ state: 'California', postalCode: '94103', country: 'United States' },
  },
});

function lineOf({ name, address, longitude, latitude }: KnownHub, teams?: string[]) {
  const place = { address, location: [longitude, latitude], geocoding: { layer: 'given', precision: 'exact' } };
  return { hub: { name, address, teams }, place } as unknown as Parameters<NamedHubs['plan']>[0];
}

test('a batch among as many hubs as there may be keeps no other request waiting', () => {
  const hubs = Array.from({ length: 9900 }, (_, n) => hubCalled(`Depot ${n}`, `hub-${n}`));
  const took = processorMs(() => {
    const named = new NamedHubs(hubs, [{ id: 'north', name: 'North' }]);
    for (let n = 0; n < 100; n++) {
      const hub = hubCalled(`Wharf ${n}`, `new-${n}`, ['north']);
      assert.equal(named.plan(lineOf(hub, ['NORTH']), false).count, 9901 + n);
      named.keep(hub);
    }
  });
  assert.ok(took < 500, `${took} ms`);
});

test('a hub is found by the name that it has now, in its exact form first', () => {
  const named = new NamedHubs([hubCalled('Wharf', 'a'), hubCalled('wharf', 'b')], []);
  const idFor = (name: string) => named.plan(lineOf(hubCalled(name, '')), true).known?.id;
  assert.deepEqual([idFor('Wharf'), idFor('wharf')], ['a', 'b']);
  assert.throws(() => idFor('WHARF'), /Several hubs are called/);
  named.keep(hubCalled('Hills', 'b'));
  assert.deepEqual([idFor('WHARF'), idFor('wharf'), idFor('hills')], ['a', 'a', 'b']);
});
