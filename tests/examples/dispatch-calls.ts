import { until } from '../harness/clients.ts';
import type { Receiver } from '../harness/receiver.ts';
import { DESTINATION, METADATA } from './dispatch-walk.ts';
import type { Recorder } from './recorder.ts';

const PHONE = '+14155550123';

/** Calls the operations of the dispatch API as a program with the key of Example Couriers would. */
export async function callDispatch(recorder: Recorder, receiver: Pick<Receiver, 'url'>): Promise<void> {
  const call: Recorder['call'] = (id, given) => recorder.call(id, given);
  await call('test-key');
  const { id: organization } = await call('get-organization');
  const [{ id: administrator }] = await call('list-administrators');

  const hubs = { name: 'North depot', address: DESTINATION.address, location: DESTINATION.location };
  const { id: hub } = await call('create-hub', { body: hubs });
  await call('list-hubs');
  await call('update-hub', { path: { hubId: hub }, body: { name: 'Depot at the wharf' } });
  const { id: team } = await call('create-team', {
    body: { name: 'North', workers: [], managers: [administrator], hub, metadata: METADATA },
  });
  await call('list-teams');
  await call('get-team', { path: { teamId: team } });
  await call('update-team', { path: { teamId: team }, body: { name: 'North and wharf' } });

  const { id: webhook } = await call('create-webhook', {
    body: { name: 'Orders', url: receiver.url, trigger: 6 },
  });
  await call('list-webhooks');
  await call('get-webhook', { path: { webhookId: webhook } });
  await call('update-webhook', { path: { webhookId: webhook }, body: { name: 'New orders' } });

  const { id: worker } = await call('create-worker', {
    body: {
      name: 'Dora Driver',
      phone: PHONE,
      teams: [team],
      vehicle: { type: 'BICYCLE', description: 'Cargo bike' },
      metadata: METADATA,
    },
  });
  await call('list-workers');
  await call('get-worker', { path: { workerId: worker } });
  await call('update-worker', { path: { workerId: worker }, body: { capacity: 4 } });
  await call('match-workers', { body: [{ name: 'depot', type: 'string', value: 'north' }] });
  await call('find-workers-by-location', { query: { longitude: -122.3968, latitude: 37.7873, radius: 2000 } });
  await call('set-schedule', {
    path: { workerId: worker },
    body: {
      entries: [{ date: '2040-01-02', timezone: 'America/Los_Angeles', shifts: [[2209132800000, 2209161600000]] }],
    },
  });
  await call('get-schedule', { path: { workerId: worker } });

  const { id: recipient } = await call('create-recipient', {
    body: { name: 'Rosa Recipient', phone: '+14155550142', notes: 'Knows the driver', metadata: METADATA },
  });
  await call('get-recipient', { path: { recipientId: recipient } });
  await call('get-recipient-by-name', { path: { name: 'Rosa Recipient' } });
  await call('get-recipient-by-phone', { path: { phone: '+14155550142' } });
  await call('update-recipient', { path: { recipientId: recipient }, body: { notes: 'Ring twice' } });
  const { id: destination } = await call('create-destination', { body: { ...DESTINATION, metadata: METADATA } });
  await call('get-destination', { path: { destinationId: destination } });
  await call('update-destination', { path: { destinationId: destination }, body: { notes: 'The blue door' } });

  const order = {
    destination: DESTINATION,
    recipients: [recipient],
    notes: 'Ring twice',
    quantity: 2,
    metadata: METADATA,
  };
  const task = await call('create-task', { body: order });
  await call('get-task', { path: { taskId: task.id } });
  await call('get-task-by-short-id', { path: { shortId: task.shortId } });
  await call('list-tasks', { query: { from: 0 } });
  await call('update-task', { path: { taskId: task.id }, body: { notes: 'Ring three times' } });
  const { id: clone } = await call('clone-task', { path: { taskId: task.id }, body: { includeMetadata: true } });
  await call('match-tasks', { body: [{ name: 'depot', type: 'string', value: 'north' }] });
  await call('check-tasks', { body: { tasks: [order] } });
  await call('create-tasks', { body: { tasks: [{ destination: DESTINATION }] } });
  const { jobId } = await call('create-tasks-async', { body: { tasks: [{ destination: DESTINATION }] } });
  await until(async () => {
    const { tasksCreated } = await recorder.send('get-task-batch', { path: { jobId } });
    return tasksCreated === 1;
  }, 'the end of the batch');
  await call('get-task-batch', { path: { jobId } });
  await call('update-container', {
    path: { containerType: 'workers', entityId: worker },
    body: { tasks: [-1, task.id] },
  });
  await call('get-container', { path: { containerType: 'workers', entityId: worker } });
  await call('list-worker-tasks', { path: { workerId: worker } });
  await call('list-team-tasks', { path: { teamId: team } });
  await until(async () => {
    const { history } = await recorder.send('list-task-history', { path: { taskId: task.id } });
    return history.some(({ kind }: { kind: string }) => kind === 'assigned');
  }, 'the history of the task');
  await call('list-task-history', { path: { taskId: task.id } });
  const { id: plan } = await call('create-route-plan', {
    body: { name: 'Morning', startTime: 2209132800000, taskIds: [clone], worker, vehicleType: 'BICYCLE' },
  });
  await call('get-route-plan', { path: { routePlanId: plan } });
  await call('list-route-plans');
  await call('delete-route-plan', { path: { routePlanId: plan } });
  await call('delete-task', { path: { taskId: clone } });
  await call('delete-webhook', { path: { webhookId: webhook } });
  const { id: colleague } = await call('create-administrator', {
    body: { name: 'Dan Dispatcher', email: 'dan@couriers.example', type: 'standard' },
  });
  await call('update-administrator', { path: { adminId: colleague }, body: { name: 'Dan Duty' } });
  await call('delete-administrator', { path: { adminId: colleague } });
  await call('get-notification-settings');
  await call('get-tracking-appearance');
  await call('get-delegatee', { path: { organizationId: organization } });
  await call('suggest-recipients', { query: { text: 'Rosa' } });
  await call('list-recipients', { query: { text: 'Rosa' } });
  const imported = {
    recipients: [
      { name: 'Rosa Recipient', phone: '+14155550142', notes: 'Ring twice' },
      { name: 'Nia Neighbour', phone: '+14155550143', language: 'de' },
    ],
  };
  await call('check-recipients', { body: imported });
  await call('create-recipients', { body: imported });
  await call('match-recipients', { body: [{ name: 'depot', type: 'string', value: 'north' }] });
  await call('match-teams', { body: [{ name: 'depot', type: 'string', value: 'north' }] });
  await call('find-destinations-by-metadata', { body: [{ name: 'depot', type: 'string', value: 'north' }] });
  await call('get-conversation-settings');
  await call('list-dispatches');
  await call('delete-hub', { path: { hubId: hub } });
}
