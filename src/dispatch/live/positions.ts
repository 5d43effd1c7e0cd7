import type { Reader } from '../../platform/db/reader.ts';
import type { InSight } from '../sight/live-source.ts';
import { type DeviceRow, findDevices } from './queries.ts';

/** A worker's device as it was last seen to change, and in which look. */
interface KnownDevice {
  row: DeviceRow;
  /** What changes with every report, and what hardly ever does. */
  told: string;
  kind: string;
  look: number;
  kindLook: number;
}

/** Where the workers of an organization are. The latest counts: nothing of it is in the log. */
export class Positions {
  /** How often it was looked; 0: not yet. */
  look = 0;
  readonly #reader: Reader;
  readonly #organizationId: string;
  readonly #devices = new Map<string, KnownDevice>();
  #horizon: string | undefined;
  #changedAt = 0;

  constructor(reader: Reader, organizationId: string) {
    this.#reader = reader;
    this.#organizationId = organizationId;
  }

  /** Reads what has changed since the last look: one statement, for whoever watches. */
  async refresh(): Promise<void> {
    const rows = await findDevices(this.#reader, this.#organizationId, this.#horizon);
    this.#horizon = rows[0]?.horizon ?? this.#horizon;
    this.look++;
    for (const row of rows) this.#take(row);
  }

  #take(row: DeviceRow): void {
    const known = this.#devices.get(row.id);
    const told = [row.lon, row.lat, row.located?.getTime(), row.seen?.getTime(), row.battery, row.delay].join(' ');
    const kind = JSON.stringify([row.appVersion, row.deviceDescription, row.platform, row.spoofs]);
    if (known?.told === told && known.kind === kind) return;
    const kindLook = known?.kind === kind ? known.kindLook : this.look;
    this.#devices.set(row.id, { row, told, kind, look: this.look, kindLook });
    this.#changedAt = this.look;
  }

  /**
   * What a reader who has had the look `since` is sent, as columns; undefined when nothing has changed.
   * @param since 0: everything
   */
  frameSince(since: number, inSight: InSight | null, now: Date): object | undefined {
    if (since > 0 && this.#changedAt <= since) return undefined;
    const changed = [...this.#devices.values()].filter(
      ({ look, row }) => look > since && (inSight === null || inSight.workers.has(row.id)),
    );
    if (changed.length === 0 && since > 0) return undefined;
    const column = <T>(of: (row: DeviceRow) => T) => changed.map(({ row }) => of(row));
    const anew = changed.filter(({ kindLook }) => kindLook > since);
    return {
      at: now.getTime(),
      w: column(({ id }) => id),
      lon: column(({ lon }) => lon),
      lat: column(({ lat }) => lat),
      located: column(({ located }) => located?.getTime() ?? null),
      seen: column(({ seen }) => seen?.getTime() ?? null),
      battery: column(({ battery }) => battery),
      delay: column(({ delay }) => delay),
      devices: Object.fromEntries(anew.map(({ row }) => [row.id, presentDevice(row)])),
    };
  }

  /** Workers who are gone are in no frame any more. */
  forget(workerId: string): void {
    this.#devices.delete(workerId);
  }
}

function presentDevice({ appVersion, deviceDescription, platform, spoofs }: DeviceRow): object {
  return { appVersion, deviceDescription, platform, hasRecentlyUsedSpoofedLocations: spoofs };
}
