import { computed, effect, signal } from '@preact/signals';
import { open, seal } from '../../shared/disk/seal.ts';
import {
  isWorthStoring,
  MAX_KEPT_POSITIONS,
  MAX_POSITIONS,
  type PhonePosition,
  type Sharing,
  sharingOf,
} from '../../store/driver/positions.ts';
import { type Account, accountHere } from './account.ts';
import { call } from './connection.ts';
import { database } from './database.ts';
import { onDuty } from './tasks.ts';

/** Last position; not stored between visits. */
const lastPosition = signal<PhonePosition>();
const fault = signal<'denied' | 'unknown'>();
/** For what grows old by itself. */
const now = signal(Date.now());
const TICK_MS = 15_000;

/** State of location sharing, shown to the driver. */
export const sharing = computed<Sharing>(() =>
  sharingOf({ onDuty: onDuty.value, fault: fault.value, last: lastPosition.value?.time }, now.value),
);

/** Positions are told to be of now for so long. */
const FRESH_MS = 60_000;

/** Last position of the phone while its driver is on duty. */
export const whereabouts = computed(() => {
  const last = lastPosition.value;
  return last && { location: last.location, time: last.time, isOld: now.value - last.time >= FRESH_MS };
});

/** A position that goes with an action, when it is of now. */
export function positionNow(): readonly [lon: number, lat: number] | undefined {
  const last = lastPosition.peek();
  return last && Date.now() - last.time < FRESH_MS ? last.location : undefined;
}

/**
 * Follows where the phone is, while its driver is on duty and the page is awake.
 * @param onStored there is something to send
 */
export function startPositions(onStored: () => void): void {
  let watch: number | undefined;
  effect(() => {
    if (onDuty.value) {
      watch ??= navigator.geolocation.watchPosition((found) => void keep(found).then(onStored), failed, {
        enableHighAccuracy: true,
        maximumAge: 5000,
      });
    } else if (watch !== undefined) {
      navigator.geolocation.clearWatch(watch);
      watch = undefined;
      lastPosition.value = undefined;
      fault.value = undefined;
    }
  });
  setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
}

function failed({ code, PERMISSION_DENIED }: GeolocationPositionError): void {
  fault.value = code === PERMISSION_DENIED ? 'denied' : 'unknown';
}

async function keep({ coords, timestamp }: GeolocationPosition): Promise<void> {
  const account = accountHere();
  if (!account) return;
  const known = (value: number | null) => (value === null || Number.isNaN(value) ? undefined : value);
  const [speed, heading] = [known(coords.speed), known(coords.heading)];
  const position: PhonePosition = {
    location: [coords.longitude, coords.latitude],
    time: Math.round(timestamp),
    accuracy: coords.accuracy,
    ...(speed !== undefined && { speed }),
    ...(heading !== undefined && { heading }),
  };
  fault.value = undefined;
  now.value = Date.now();
  const isStored = isWorthStoring(position, lastPosition.peek());
  if (!isStored) return;
  lastPosition.value = position;
  await keepPosition(account, position);
}

async function keepPosition({ workerId, key }: Account, position: PhonePosition): Promise<void> {
  const sealed = await seal(key, position);
  const store = (await database()).transaction('positions', 'readwrite').store;
  await store.add({ workerId, sealed });
  if ((await store.count()) > MAX_KEPT_POSITIONS) await store.delete((await store.openKeyCursor())!.key);
}

/**
 * Sends what is kept, in order; the server keeps each point once, however often it is told.
 * @throws when the server cannot take it now
 */
export async function sendPositions({ workerId, key }: Account): Promise<void> {
  const db = await database();
  for (;;) {
    const records = await db.getAllFromIndex('positions', 'workerId', workerId, MAX_POSITIONS);
    if (records.length === 0) return;
    const read = await Promise.allSettled(records.map(({ sealed }) => open<PhonePosition>(key, sealed)));
    const positions = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (positions.length > 0)
      await call('/api/v2/driver/positions', { method: 'POST', body: { worker: workerId, positions } });
    const transaction = db.transaction('positions', 'readwrite');
    for (const { seq } of records) await transaction.store.delete(seq!);
    await transaction.done;
  }
}
