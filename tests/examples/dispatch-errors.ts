import { sql } from '../../src/platform/db/sql.ts';
import { DESTINATION, type DispatchWalk } from './dispatch-walk.ts';

const NOBODY = 'A'.repeat(24);
const HOUR_MS = 3_600_000;

/** Calls what the dispatch API refuses. */
export async function callDispatchErrors(walk: DispatchWalk): Promise<void> {
  const { recorder, time } = walk;
  const refuse: typeof recorder.refuse = (id, given, code) => recorder.refuse(id, given, code);
  const task = (given: object) => ({ body: { destination: DESTINATION, ...given } });
  await refuse('create-task', task({ quantity: -1 }), 1000);
  await refuse('create-task', task({ quantity: 'two' }), 1005);
  await refuse('create-team', { body: { name: 'West' } }, 1900);
  await refuse('create-task', task({ completeAfter: time + HOUR_MS, completeBefore: time }), 1009);
  const [{ id: manager }] = await recorder.send('list-administrators');
  const phone = '+14155550160';
  const [{ id: team }] = await recorder.send('list-teams');
  await recorder.send('create-worker', { body: { name: 'Wim Worker', phone, teams: [team] } });
  await refuse('create-worker', { body: { name: 'Wim Twice', phone, teams: [team] } }, 1004);
  await refuse('create-webhook', { body: { name: 'Closed', url: 'http://127.0.0.1:9/hook', trigger: 0 } }, 1008);
  const nowhere = { number: '1', street: 'No Such Street', city: 'Nowhere at all', country: 'USA' };
  await refuse('create-destination', { body: { address: nowhere } }, 1011);
  const { id: idle } = await recorder.send('create-team', { body: { name: 'Idle', workers: [], managers: [manager] } });
  await refuse('plan-dispatch', { path: { teamId: idle }, body: {} }, 2218);
  await refuse('get-task', { path: { taskId: NOBODY } }, 1402);
  await refuse('get-audit-log', {}, 1300);
  const { id } = await walk.task({ recipients: [{ name: 'Rosa Recipient', phone: '+14155550142' }] });
  const other = { text: 'We are near.', phone: '+14155550199' };
  await refuse('message-recipient', { path: { taskId: id }, body: other }, 2401);
  await callWhileBusy(walk, manager);
  await recorder.refuseRequest('/no/such/path', {}, 1400);
  await recorder.refuseRequest('/workers', { method: 'PATCH' }, 1401);
  const json = { 'content-type': 'application/json' };
  const notes = 'x'.repeat(walk.server.services.config.bodyLimit + 1);
  const large = { method: 'POST', headers: json, body: JSON.stringify({ notes }) };
  await recorder.refuseRequest('/tasks', large, 1500);
  await recorder.as('').refuse('test-key', {}, 1100);
  await recorder.as(`Basic ${Buffer.from(`${'x'.repeat(32)}:`).toString('base64')}`).refuse('test-key', {}, 1102);
}

/** Calls that come too often, too early, or while somebody else is at it. */
async function callWhileBusy(walk: DispatchWalk, manager: string): Promise<void> {
  const { recorder, server } = walk;
  const { id } = await recorder.send('create-administrator', {
    body: { name: 'Ava Administrator', email: 'ava@couriers.example', type: 'standard' },
  });
  // The limit counts from full minute to full minute.
  walk.startAt(20);
  await recorder.send('send-administrator-invitation', { path: { adminId: id } });
  await recorder.refuse('send-administrator-invitation', { path: { adminId: id } }, 2300);

  const { id: team } = await recorder.send('create-team', {
    body: { name: 'Busy', workers: [], managers: [manager] },
  });
  const { availability } = server.services.database;
  availability.diskIsLow(true);
  await recorder.refuse('update-team', { path: { teamId: team }, body: { name: 'Full' } }, 2501);
  availability.diskIsLow(false);

  const { id: task } = await walk.task();
  const list = { path: { containerType: 'teams', entityId: team }, body: { tasks: [-1, task] } };
  await recorder.send('update-container', list);
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holds = server.services.database.transaction(async (tx) => {
    await tx.run(sql`select from dispatch.containers where owner_id = ${team} for update`);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  await recorder.refuse('update-container', list, 2400);
  free.resolve();
  await holds;
}
