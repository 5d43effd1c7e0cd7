// A first task with the published client: a team, a worker, a task in the worker's list.
//
//   HUBBUB_URL=http://127.0.0.1:9800 HUBBUB_API_KEY=… node examples/dispatch-first-task.mjs
//
// `npm run hubbub -- org create … --json` prints the key as dispatch.api_key.
import * as nodeModule from 'node:module';

const { HUBBUB_URL: url = 'http://127.0.0.1:9800', HUBBUB_API_KEY: key } = process.env;
if (!key) {
  console.error('Set HUBBUB_API_KEY to a dispatch API key.');
  process.exit(1);
}

// Release 1.4.0 of the client says `assert { type: 'json' }`, which Node 22 and later read only as `with { … }`. Node 20
// has no such hooks, and no need of them.
nodeModule.registerHooks?.({
  load(file, context, next) {
    const loaded = next(file, context);
    if (!file.includes('/@onfleet/node-onfleet/') || loaded.source == null) return loaded;
    return {
      ...loaded,
      source: Buffer.from(loaded.source)
        .toString('utf8')
        .replaceAll(/\bassert \{/g, 'with {'),
    };
  },
});
const { default: Onfleet } = await import('@onfleet/node-onfleet');
const onfleet = new Onfleet(key, 70_000, null, url, '/api', '/v2');

const stamp = Date.now().toString().slice(-4);
const [admin] = await onfleet.admins.get();
const team = await onfleet.teams.create({ name: `North ${stamp}`, workers: [], managers: [admin.id] });
const worker = await onfleet.workers.create({ name: 'Dora Driver', phone: `+1415555${stamp}`, teams: [team.id] });
console.log(`worker  ${worker.id}  ${worker.name}, team ${team.name}`);

const task = await onfleet.tasks.create({
  destination: {
    address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
    location: [-122.395, 37.7938],
  },
  recipients: [{ name: 'Rita Recipient', phone: '+14155550123' }],
  notes: 'Ring twice',
  container: { type: 'WORKER', worker: worker.id },
});
console.log(`task    ${task.id}  ${task.shortId}, state ${task.state}, tracked at ${task.trackingURL}`);

const { tasks } = await onfleet.containers.get(worker.id, 'workers');
console.log(`list    ${tasks.join(', ')}`);
process.exit(tasks.includes(task.id) ? 0 : 1);
