import type { Recorder } from './recorder.ts';

const DESTINATION = {
  address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
  location: [-122.395, 37.7938],
};

/** Calls the operations of the drivers' app as Dan would. @param account how he signs in @param time of the server */
export async function callAsDriver(
  recorder: Recorder,
  { id, ...account }: { id: string; phone: string; password: string },
  time: number,
): Promise<void> {
  const { token } = await recorder.call('sign-in', { body: account });
  const driver = recorder.as(`Bearer ${token}`);
  const call: Recorder['call'] = (operation, given) => driver.call(operation, given);
  const container = { type: 'WORKER', worker: id };
  const task = await recorder.send('create-task', { body: { destination: DESTINATION, container } });
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
  await call('sign-out');
}
