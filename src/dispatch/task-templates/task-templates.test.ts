import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

/** A fleet with the fields `floor`, `lift` and, required, `code`, and a way to make templates. */
async function start() {
  const fleet = await startFleet(server);
  const { api } = fleet;
  const shown = { visibility: ['admin', 'api'], editability: ['admin', 'api'] };
  const required = { contexts: [{ name: 'save', isRequired: true, conditions: [] }] };
  const answer = await api.post('/customFields', {
    model: 'Task',
    field: [
      { key: 'floor', name: 'Floor', type: 'integer', ...shown },
      { key: 'lift', name: 'Lift', type: 'boolean', ...shown },
      { key: 'code', name: 'Code', type: 'single_line_text_field', ...shown, ...required },
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  const make = async (name: string, fields: string[], more: object = {}) => {
    const made = await api.post('/cfGroups/task', { name, fields, ...more });
    assert.equal(made.status, 200, made.text);
    return made.json;
  };
  const create = (body: object) => api.post('/tasks', { destination: destinationAt(), ...body });
  return { ...fleet, make, create };
}

const pickups = { contextSaveConditions: [{ fieldName: 'pickupTask', comparison: 'equal_to', targetValue: true }] };

test('templates are made, listed, changed and deleted', async () => {
  const { api, make } = await start();
  const stairs = await make('Stairs', ['floor', 'lift', 'floor'], pickups);
  assert.deepEqual(stairs, {
    id: stairs.id,
    name: 'Stairs',
    deletedAt: null,
    ...pickups,
    fields: ['floor', 'lift'],
    isDefault: false,
  });
  const door = await make('Door', ['code']);
  assert.deepEqual(door.contextSaveConditions, []);
  assert.deepEqual((await api.get('/cfGroups/task')).json, [stairs, door]);
  const changed = await api.put(`/cfGroups/task/${stairs.id}`, { fields: ['floor'] });
  assert.deepEqual(changed.json, { ...stairs, fields: ['floor'] });
  assert.deepEqual((await api.get('/cfGroups/task')).json, [changed.json, door]);
  const gone = await api.delete(`/cfGroups/task/${door.id}`);
  assert.deepEqual([gone.status, gone.text], [200, '']);
  assert.equal((await api.delete(`/cfGroups/task/${door.id}`)).json.message.error, 1402);
  assert.equal((await api.put(`/cfGroups/task/${door.id}`, { name: 'Gate' })).json.message.error, 1402);
  assert.deepEqual((await api.get('/cfGroups/task')).json, [changed.json]);
  // Its name is free again.
  await make('Door', ['code']);
});

test('what is no template is refused', async () => {
  const { api, make } = await start();
  const stairs = await make('Stairs', ['floor']);
  const refused = async (body: object) => (await api.post('/cfGroups/task', body)).json.message?.error;
  assert.equal(await refused({ name: 'stairs', fields: [] }), 1004);
  assert.equal(await refused({ name: 'Other', fields: ['nothing'] }), 1000);
  assert.equal(await refused({ name: 'Other' }), 1900);
  assert.equal(await refused({ name: ' ', fields: [] }), 1000);
  const condition = { fieldName: 'notes', comparison: 'equal_to', targetValue: true };
  assert.equal(await refused({ name: 'Other', fields: [], contextSaveConditions: [condition] }), 1000);
  const other = await make('Other', []);
  assert.equal((await api.put(`/cfGroups/task/${other.id}`, { name: 'Stairs' })).json.message.error, 1004);
  // Another organization neither sees nor changes it, and has names of its own.
  const others = await start();
  assert.deepEqual((await others.api.get('/cfGroups/task')).json, []);
  assert.equal((await others.api.put(`/cfGroups/task/${stairs.id}`, { name: 'Mine' })).json.message.error, 1402);
  await others.make('Stairs', ['floor']);
});

test('an organization has at most 200 templates; deleted ones and those of others do not count', async () => {
  const { api, make, organization } = await start();
  const [first] = [await make('Stairs', []), await make('Door', [])];
  assert.equal((await api.delete(`/cfGroups/task/${first.id}`)).status, 200);
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.task_templates
      select (jsonb_populate_record(t, jsonb_build_object('id', lpad(n::text, 24, '0'), 'name', 'Template ' || n))).*
      from generate_series(1, 198) as n, dispatch.task_templates t
      where organization_id = ${organization} and deleted_at is null`),
  );
  const last = await make('The last', []);
  const refused = await api.post('/cfGroups/task', { name: 'One too many', fields: [] });
  assert.deepEqual([refused.status, refused.json.message.error], [400, 1000], refused.text);
  assert.equal((await api.put(`/cfGroups/task/${last.id}`, { name: 'Still the last' })).status, 200);
});

test('a task under a template has its fields, and only those', async () => {
  const { api, make, create } = await start();
  const stairs = await make('Stairs', ['floor', 'lift'], pickups);
  const floor = [{ key: 'floor', value: 3 }];
  // The required field is not one of the template's.
  const made = await create({ pickupTask: true, customFieldGroup: stairs.id, customFields: floor });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.json.customFieldGroup, stairs.id);
  assert.deepEqual(
    made.json.customFields.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
    [['floor', 3]],
  );
  assert.equal((await create({ customFields: floor })).json.message.error, 1900);
  const refused = async (body: object) => (await create({ customFieldGroup: stairs.id, ...body })).json.message;
  assert.match((await refused({ customFields: floor })).cause, /for pickups/);
  assert.match(
    (await refused({ pickupTask: true, customFields: [{ key: 'code', value: 'x' }] })).cause,
    /no field 'code'/,
  );
  assert.equal((await create({ customFieldGroup: 'a'.repeat(24), customFields: floor })).json.message.error, 1402);

  const path = `/tasks/${made.json.id}`;
  const put = (body: object) => api.put(path, body);
  assert.equal((await put({ customFields: [{ key: 'code', value: 'x' }] })).json.message.error, 1000);
  assert.equal((await put({ pickupTask: false })).json.message.error, 1000);
  assert.equal((await put({ customFields: [{ key: 'lift', value: true }] })).json.customFields.length, 2);
  assert.equal((await api.post(`${path}/clone`, {})).json.customFieldGroup, stairs.id);
  // A template that is for others by now keeps nobody from changing something else.
  assert.equal((await api.put(`/cfGroups/task/${stairs.id}`, { contextSaveConditions: [] })).status, 200);
  const other = [{ ...pickups.contextSaveConditions[0], targetValue: false }];
  assert.equal((await api.put(`/cfGroups/task/${stairs.id}`, { contextSaveConditions: other })).status, 200);
  assert.equal((await put({ notes: 'First door.' })).status, 200);
  // A task stays when its template is deleted meanwhile, and no new task uses it.
  assert.equal((await api.delete(`/cfGroups/task/${stairs.id}`)).status, 200);
  assert.equal((await put({ notes: 'Second door.' })).json.customFieldGroup, stairs.id);
  assert.equal((await put({ customFields: [{ key: 'code', value: 'x' }] })).json.message.error, 1000);
  assert.equal((await create({ pickupTask: true, customFieldGroup: stairs.id })).json.message.error, 1402);
  const freed = await put({ customFieldGroup: null, customFields: [{ key: 'code', value: 'x' }] });
  assert.equal(freed.json.customFieldGroup, undefined);
  assert.equal(freed.json.customFields.length, 3);
  const batch = await api.post('/tasks/batch', {
    tasks: [{ destination: destinationAt(), customFieldGroup: stairs.id, customFields: floor }],
  });
  assert.deepEqual([batch.json.tasks.length, batch.json.errors[0].error.error], [0, 1402], batch.text);
});
