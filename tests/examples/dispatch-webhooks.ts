import { createHmac } from 'node:crypto';
import { Trigger, type TriggerName, thresholdUnits, triggerNames } from '../../rules/webhook-triggers.ts';
import { refreshDelaysOnDuty } from '../../src/dispatch/estimates/refresh-delays.ts';
import { emitDelays } from '../../src/dispatch/route-plans/emit-delays.ts';
import { checkDelays } from '../../src/dispatch/thresholds/check-delays.ts';
import { predictDelays } from '../../src/dispatch/thresholds/predict-delays.ts';
import type { Services } from '../../src/platform/services.ts';
import { until } from '../harness/clients.ts';
import type { Receiver } from '../harness/receiver.ts';
import { DESTINATION, type DispatchWalk, type Driver, destinationAt } from './dispatch-walk.ts';

const HOUR_MS = 3_600_000;
const RECIPIENT = { name: 'Rosa Recipient', phone: '+14155550144' };
/** Place of the driver, a kilometre from the recipient. */
const DEPOT = [-122.405, 37.781];
const DOOR = destinationAt(-122.3968, 37.7873);

interface Job {
  handle(services: Services, data: object, signal: AbortSignal): Promise<unknown>;
}

/** An organization whose every event goes to one receiver, which records the first body of each trigger. */
class Signals {
  readonly walk: DispatchWalk;
  readonly #receiver: Receiver;

  constructor(walk: DispatchWalk, receiver: Receiver) {
    this.walk = walk;
    this.#receiver = receiver;
  }

  async subscribe(): Promise<void> {
    for (const trigger of Object.values(Trigger)) {
      const threshold =
        trigger in thresholdUnits ? { threshold: thresholdUnits[trigger] === 'metres' ? 200 : 300 } : {};
      const body = { url: this.#receiver.url, name: triggerNames[trigger], trigger, ...threshold };
      await this.walk.recorder.send('create-webhook', { body });
    }
  }

  /** Waits for the delivery of a trigger that has these members, and records its body. */
  async record(trigger: TriggerName, members: Record<string, unknown> = {}): Promise<void> {
    const isIt = (body: Record<string, unknown>) =>
      body.triggerName === trigger && Object.entries(members).every(([name, value]) => body[name] === value);
    const { body } = await until(() => this.#receiver.deliveries.find((each) => isIt(each.body)), trigger);
    this.walk.recorder.recordWebhook(trigger, body);
  }

  /** Does at once what the server does each minute. */
  async run(...jobs: Job[]): Promise<void> {
    for (const job of jobs) await job.handle(this.walk.server.services, {}, AbortSignal.timeout(10_000));
  }
}

/** Has everything happen that a webhook tells of, in an organization of its own. @param secret of Twilio's account */
export async function recordWebhooks(walk: DispatchWalk, receiver: Receiver, secret: string): Promise<void> {
  const signals = new Signals(walk, receiver);
  const { recorder } = walk;
  walk.startAt(0);
  await signals.subscribe();
  const [{ id: administrator }] = await recorder.send('list-administrators');
  const { id: team } = await recorder.send('create-team', {
    body: { name: 'North', workers: [], managers: [administrator] },
  });
  await recordWorkers(signals, team);
  const dora = await walk.driver('Dora Driver', { phone: '+14155550180', team: 'North', place: DEPOT });
  await signals.record('workerDuty', { workerId: dora.id });
  await recordTasks(signals, team, dora);
  await recordDelivery(signals, dora, secret);
  await recordDelays(signals, dora);
  await recordPlans(signals, dora);
  await recordJobs(signals, team, dora);
}

async function recordWorkers(signals: Signals, team: string): Promise<void> {
  const { recorder } = signals.walk;
  const { id } = await recorder.send('create-worker', {
    body: { name: 'Wim Walker', phone: '+14155550181', teams: [team] },
  });
  await signals.record('workerCreated', { workerId: id });
  await recorder.send('update-worker', { path: { workerId: id }, body: { capacity: 4 } });
  await signals.record('workerUpdated', { workerId: id });
  await recorder.send('delete-worker', { path: { workerId: id } });
  await signals.record('workerDeleted', { workerId: id });
}

async function recordTasks(signals: Signals, team: string, dora: Driver): Promise<void> {
  const { recorder } = signals.walk;
  const task = await signals.walk.task({ container: { type: 'TEAM', team }, notes: 'Ring twice' });
  const path = { taskId: task.id };
  await signals.record('taskCreated', path);
  await recorder.send('update-task', { path, body: { notes: 'Ring three times' } });
  await signals.record('taskUpdated', path);
  const listOf = (containerType: string, entityId: string) => ({
    path: { containerType, entityId },
    body: { tasks: [-1, task.id] },
  });
  await recorder.send('update-container', listOf('workers', dora.id));
  await signals.record('taskAssigned', path);
  await recorder.send('update-container', listOf('teams', team));
  await signals.record('taskUnassigned', path);
  const { id: clone } = await recorder.send('clone-task', { path });
  await signals.record('taskCloned');
  await recorder.send('delete-task', { path: { taskId: clone } });
  await signals.record('taskDeleted', { taskId: clone });
  await recorder.send('delete-task', { path });
}

/** A delivery from its start to its end, one that fails, and what its recipient writes afterwards. */
async function recordDelivery(signals: Signals, dora: Driver, secret: string): Promise<void> {
  const { walk } = signals;
  const container = { type: 'WORKER', worker: dora.id };
  const driver = dora.recorder;
  const task = await walk.task({ container, destination: DOOR, recipients: [RECIPIENT] });
  const path = { taskId: task.id };
  await driver.send('start-task', { path, body: { time: walk.time } });
  await signals.record('taskStarted', path);
  for (const location of [DEPOT, [-122.3985, 37.786], DOOR.location]) {
    walk.server.clock.advance(1000);
    await driver.send('report-positions', { body: { location, time: walk.time } });
  }
  await signals.record('taskEta', path);
  await signals.record('taskArrival', path);
  await driver.send('complete-own-task', { path, body: { time: walk.time, success: true, notes: 'At the door' } });
  await signals.record('taskCompleted', path);
  const failed = await walk.task({ container, destination: DOOR });
  const pathOfFailed = { taskId: failed.id };
  await driver.send('start-task', { path: pathOfFailed, body: { time: walk.time } });
  await driver.send('complete-own-task', {
    path: pathOfFailed,
    body: { time: walk.time, success: false, failureReason: 'UNAVAILABLE', failureNotes: 'Nobody opens' },
  });
  await signals.record('taskFailed', pathOfFailed);

  const sign = (url: string) => ({ 'x-twilio-signature': createHmac('sha1', secret).update(url).digest('base64') });
  for (const [id, text, trigger] of [
    ['SM1044', 'Thank you!', 'smsRecipientResponseMissed'],
    ['SM1045', 'STOP', 'SMSRecipientOptOut'],
  ] as const) {
    const query = { MessageSid: id, From: RECIPIENT.phone, To: '+14155550100', Body: text };
    await walk.recorder.as('').send('receive-twilio-message', { query, sign });
    await signals.record(trigger);
  }
}

async function recordDelays(signals: Signals, dora: Driver): Promise<void> {
  const { walk } = signals;
  const container = { type: 'WORKER', worker: dora.id };
  const more = { container, destination: destinationAt(-122.41, 37.79), serviceTime: 60 };
  const late = await walk.task({ ...more, completeBefore: walk.time - HOUR_MS });
  const next = await walk.task({ ...more, completeBefore: walk.time });
  await dora.recorder.send('start-task', { path: { taskId: late.id }, body: { time: walk.time } });
  await signals.run(checkDelays);
  await signals.record('taskDelayed', { taskId: late.id });
  await signals.run(refreshDelaysOnDuty, predictDelays);
  await signals.record('predictedTaskDelay', { taskId: next.id });
  await dora.recorder.send('complete-own-task', {
    path: { taskId: late.id },
    body: { time: walk.time, success: true },
  });
  await walk.recorder.send('delete-task', { path: { taskId: next.id } });
}

async function recordPlans(signals: Signals, dora: Driver): Promise<void> {
  const { walk } = signals;
  const { recorder } = walk;
  const plan = (body: object) =>
    recorder.send('create-route-plan', { body: { name: 'Morning', startTime: walk.time + 24 * HOUR_MS, ...body } });
  const task = await walk.task({ destination: DOOR });
  const { id } = await plan({ vehicleType: 'BICYCLE', taskIds: [task.id] });
  const path = { routePlanId: id };
  await signals.record('routePlanCreated', path);
  await recorder.send('update-route-plan', { path, body: { name: 'Early morning' } });
  await signals.record('routePlanUpdated', path);
  for (const [worker, trigger] of [
    [dora.id, 'routePlanAssigned'],
    [null, 'routePlanUnassigned'],
    [dora.id, 'routePlanAssigned'],
  ] as const) {
    await recorder.send('update-route-plan', { path, body: { worker } });
    await signals.record(trigger, path);
  }
  const pathOfTask = { taskId: task.id };
  await dora.recorder.send('start-task', { path: pathOfTask, body: { time: walk.time } });
  await signals.record('routePlanStarted', path);
  await dora.recorder.send('complete-own-task', { path: pathOfTask, body: { time: walk.time, success: true } });
  await signals.record('routePlanCompleted', path);
  const open = await walk.task({ destination: DOOR });
  const late = await plan({ startTime: walk.time - 3 * HOUR_MS, endTime: walk.time - HOUR_MS, taskIds: [open.id] });
  await signals.run(emitDelays);
  await signals.record('routePlanDelayed', { routePlanId: late.id });
  await recorder.send('delete-task', { path: { taskId: open.id } });
}

/** Records the ends of jobs: a batch, an assignment of routes, an optimization. */
async function recordJobs(signals: Signals, team: string, dora: Driver): Promise<void> {
  const { walk } = signals;
  const { recorder } = walk;
  const { jobId } = await recorder.send('create-tasks-async', { body: { tasks: [{ destination: DESTINATION }] } });
  await signals.record('taskBatchCreateJobCompleted', { jobId });
  await walk.task({ container: { type: 'TEAM', team }, destination: DOOR });
  const { dispatchId } = await recorder.send('dispatch-team', { path: { teamId: team }, body: {} });
  await signals.record('autoDispatchJobCompleted', { dispatchId });
  const { id: task } = await walk.task({ destination: DOOR });
  const { time } = walk;
  const timezone = 'America/Los_Angeles';
  const { id: optimization } = await recorder.send('schedule-optimization', {
    body: {
      tasks: [task],
      teams: { [team]: [dora.id] },
      date: time,
      timezone,
      mode: 0,
      serviceTime: 5,
      maxViolationTime: 10,
      maxTasksPerRoute: 50,
      schedulingMethod: 1,
      defaultSchedule: [{ date: time, slots: [{ start: '0000', end: '2400' }], owner: '', timezone }],
      routeEnd: 'teams://DEFAULT',
    },
  });
  await recorder.send('start-optimization', { path: { optimizationId: optimization } });
  await signals.record('routeOptimizationJobCompleted', { dispatchId: optimization });
}
