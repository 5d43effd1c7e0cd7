import { metresBetween, type Place, towards } from './city.ts';
import type { Draw } from './orders.ts';
import type { DemoDriver } from './stage.ts';

/** As near as this a driver is at the door. */
const AT_THE_DOOR_METRES = 15;
/** One delivery of so many finds nobody at home. */
const NOBODY_AT_HOME = 12;

interface OwnTask {
  id: string;
  /** 1 assigned, 2 active (spec: dispatch 4). */
  state: number;
  destination: { location: Place };
}

/** Charge that a phone loses in a step; at little charge it is plugged in. */
const CHARGE_A_STEP = 0.0002;
const PLUGGED_IN_AT = 0.12;

/**
 * One step of a driver's day, as the driver app would tell it: begins the first task, drives along, and delivers at the door.
 * Whoever has nothing to do waits where they are, and still reports. Whatever a dispatcher moved meanwhile is found at the next step.
 * @param metres as far as the driver comes
 * @param now milliseconds
 * @returns the ID of a task that failed
 */
export async function drive(driver: DemoDriver, draw: Draw, metres: number, now: number): Promise<string | undefined> {
  const { client } = driver;
  const { tasks } = await client.get<{ tasks: OwnTask[] }>('/driver/tasks');
  const task = tasks.find(({ state }) => state === 2) ?? tasks.find(({ state }) => state === 1);
  driver.charge = driver.charge < PLUGGED_IN_AT ? 1 : driver.charge - CHARGE_A_STEP;
  if (task?.state === 2) driver.at = towards(driver.at, task.destination.location, metres);
  await client.post('/driver/positions', { location: driver.at, time: now, battery: driver.charge });
  if (!task) return undefined;
  if (task.state === 1) {
    await client.post(`/driver/tasks/${task.id}/start`, {});
    return undefined;
  }
  if (metresBetween(driver.at, task.destination.location) > AT_THE_DOOR_METRES) return undefined;
  const success = draw(NOBODY_AT_HOME) > 0;
  await client.post(`/driver/tasks/${task.id}/complete`, {
    success,
    notes: success ? 'Handed over at the door.' : 'Nobody at home.',
    ...(success ? {} : { failureReason: 'RECIPIENT_UNAVAILABLE' }),
  });
  return success ? undefined : task.id;
}
