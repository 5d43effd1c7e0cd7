import type { Reader } from '../../platform/db/reader.ts';
import type { InSight } from '../sight/live-source.ts';
import { type DeviceRow, findDevices } from './queries.ts';

/** A worker's device as it was last seen to change, and in which look each part did. */
interface KnownDevice {
  /** Short number of the worker in frames: IDs of thousands of moving workers would be half of all bytes. */
  number: number;
  row: DeviceRow;
  /** The look in which it was first seen. */
  bornLook: number;
  /** Values that change with every report and the look in which they changed, then rarely changing values. */
  place: string;
  look: number;
  batteryLook: number;
  delayLook: number;
  kind: string;
  kindLook: number;
}

/** Frames have degrees in whole hundred-thousandths: a metre is less than devices know. */
const PER_DEGREE = 100_000;

/** Positions of an organization's workers. Only the latest counts: none are in the log. */
export class Positions {
  /** Number of looks so far; 0 if none. */
  look = 0;
  readonly #reader: Reader;
  readonly #devices = new Map<string, KnownDevice>();
  #horizon: string | undefined;
  #changedAt = 0;
  #nextNumber = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Reads what has changed since the last look: one statement, for whoever watches. */
  async refresh(): Promise<void> {
    const rows = await findDevices(this.#reader, this.#horizon);
    this.#horizon = rows[0]?.horizon ?? this.#horizon;
    this.look++;
    for (const row of rows) this.#take(row);
  }

  #take(row: DeviceRow): void {
    const known = this.#devices.get(row.id);
    const { look } = this;
    const place = [row.lon, row.lat, row.located?.getTime(), row.seen?.getTime()].join(' ');
    const kind = kindOf(row);
    const batteryLook = known?.row.battery === row.battery ? known.batteryLook : look;
    const delayLook = known?.row.delay === row.delay ? known.delayLook : look;
    const kindLook = known?.kind === kind ? known.kindLook : look;
    if (known?.place === place && Math.max(batteryLook, delayLook, kindLook) < look) return;
    const { number, bornLook } = known ?? { number: this.#nextNumber++, bornLook: look };
    this.#devices.set(row.id, { number, row, bornLook, place, look, batteryLook, delayLook, kind, kindLook });
    this.#changedAt = look;
  }

  /**
   * Returns the columns for a reader who has the look `since`; undefined if nothing has changed.
   * @param since 0: everything
   */
  frameSince(since: number, inSight: InSight | null, now: Date): object | undefined {
    if (since > 0 && this.#changedAt <= since) return undefined;
    const changed = [...this.#devices.values()].filter(
      ({ look, row }) => look > since && (inSight === null || inSight.workers.has(row.id)),
    );
    if (changed.length === 0 && since > 0) return undefined;
    const at = now.getTime();
    const ago = (time: Date | null) => time && at - time.getTime();
    const column = <T>(of: (row: DeviceRow) => T) => changed.map(({ row }) => of(row));
    /** Values that only few workers have. */
    const some = <T>(isIncluded: (device: KnownDevice) => boolean, of: (row: DeviceRow) => T) =>
      Object.fromEntries(changed.filter(isIncluded).map(({ number, row }) => [number, of(row)]));
    const isNew = ({ bornLook }: KnownDevice) => bornLook > since;
    return {
      at,
      ids: some(isNew, ({ id }) => id),
      w: changed.map(({ number }) => number),
      lon: column(({ lon }) => lon && Math.round(lon * PER_DEGREE)),
      lat: column(({ lat }) => lat && Math.round(lat * PER_DEGREE)),
      age: column(({ located }) => ago(located)),
      seen: some(
        ({ row }) => row.seen?.getTime() !== row.located?.getTime(),
        ({ seen }) => ago(seen),
      ),
      battery: some(
        (device) => device.batteryLook > since && !(isNew(device) && device.row.battery === null),
        ({ battery }) => battery,
      ),
      delay: some(
        (device) => device.delayLook > since && !(isNew(device) && device.row.delay === null),
        ({ delay }) => delay,
      ),
      devices: some(
        (device) => device.kindLook > since && !(isNew(device) && device.kind === UNKNOWN_KIND),
        presentDevice,
      ),
    };
  }

  /** Workers who are gone are in no frame any more. */
  forget(workerId: string): void {
    this.#devices.delete(workerId);
  }
}

type Kind = Pick<DeviceRow, 'appVersion' | 'deviceDescription' | 'platform' | 'spoofs'>;

const kindOf = ({ appVersion, deviceDescription, platform, spoofs }: Kind): string =>
  JSON.stringify([appVersion, deviceDescription, platform, spoofs]);

/** Kind of a device that has reported nothing about itself. */
const UNKNOWN_KIND = kindOf({ appVersion: null, deviceDescription: null, platform: null, spoofs: false });

function presentDevice({ appVersion, deviceDescription, platform, spoofs }: DeviceRow): object {
  return { appVersion, deviceDescription, platform, hasRecentlyUsedSpoofedLocations: spoofs };
}
