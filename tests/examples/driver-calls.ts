import { VAPID_PUBLIC_KEY } from '../harness/browser-pushes.ts';
import { photo } from '../harness/pictures.ts';
import type { DispatchWalk } from './dispatch-walk.ts';

const PICTURE = 'dan.jpg';
const OWN_PASSWORD = 'correct horse battery staple';

/** Calls the operations of the drivers' app as Dan would. */
export async function callAsDriver(walk: DispatchWalk): Promise<void> {
  const { recorder, time } = walk;
  const { id, phone, password } = await walk.driver('Dan Driver', { phone: '+14155550177', team: 'North and wharf' });
  const { token } = await recorder.call('sign-in', { body: { phone, password } });
  const driver = recorder.as(`Bearer ${token}`);
  const call: typeof recorder.call = (operation, given) => driver.call(operation, given);
  const container = { type: 'WORKER', worker: id };
  const task = await walk.task({ container });
  await call('set-duty', { body: { onDuty: true } });
  await call('report-positions', { body: { location: [-122.3968, 37.7873], time } });
  await call('get-me');
  await call('list-own-tasks');
  await call('list-available-tasks');
  await call('start-task', { path: { taskId: task.id }, body: { actionId: 'start-1042', time } });
  await call('arrive-at-task', { path: { taskId: task.id }, body: { actionId: 'arrive-1042', time } });
  await call('complete-own-task', {
    path: { taskId: task.id },
    body: { actionId: 'complete-1042', time, success: true, notes: 'Left with a neighbour' },
  });

  const [teamId] = (await recorder.send('get-worker', { path: { workerId: id } })).teams;
  await recorder.send('update-team', { path: { teamId }, body: { enableSelfAssignment: true } });
  const free = await walk.task({ container: { type: 'TEAM', team: teamId } });
  await call('self-assign-task', { path: { taskId: free.id }, body: { actionId: 'take-1043', time } });
  const deleted = await walk.task({ container });
  await recorder.send('delete-task', { path: { taskId: deleted.id } });
  await call('send-actions', {
    body: {
      actions: [
        { kind: 'start', taskId: free.id, actionId: 'start-1043', time },
        { kind: 'complete', taskId: free.id, actionId: 'complete-1043', time, success: true },
        { kind: 'complete', taskId: deleted.id, actionId: 'complete-1044', time, success: true },
      ],
    },
  });
  await recorder.call('list-deleted-tasks');

  await call('set-picture', { file: { name: PICTURE, type: 'image/jpeg', bytes: await photo(64, 64) } });
  await call('remove-picture');
  await call('get-push-key');
  const endpoint = 'https://push.couriers.example/dan';
  await call('subscribe-to-pushes', {
    body: { endpoint, keys: { p256dh: VAPID_PUBLIC_KEY, auth: Buffer.alloc(16, 7).toString('base64url') } },
  });
  await call('unsubscribe-from-pushes', { body: { endpoint } });
  await call('get-storage-key');

  const tst = Math.floor(time / 1000);
  await call('report-owntracks', { body: { _type: 'location', lat: 37.7873, lon: -122.3968, tst, acc: 12, batt: 80 } });
  await call('report-traccar-by-get', { query: { lat: 37.7873, lon: -122.3968, timestamp: String(tst), batt: 80 } });
  await call('report-traccar', {
    body: {
      location: {
        timestamp: new Date(time).toISOString(),
        coords: { latitude: 37.7873, longitude: -122.3968, accuracy: 12 },
        battery: { level: 0.8 },
      },
    },
  });
  await call('set-up-tracker', { body: { app: 'owntracks' } });
  const { token: other } = await call('choose-password', {
    body: { currentPassword: password, password: OWN_PASSWORD },
  });
  await recorder.as(`Bearer ${other}`).call('sign-out');
}
