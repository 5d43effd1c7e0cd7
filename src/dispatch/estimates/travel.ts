import { MODES, type Mode, modeOf, type VehicleType } from '../../../rules/travel.ts';
import { memoized } from '../../platform/lazy.ts';

/** Kilometres an hour along streets, in the middle of a working day. */
const KILOMETRES_PER_HOUR: Record<Mode, number> = { CAR: 30, TRUCK: 25, MOTORCYCLE: 30, BICYCLE: 15, FOOT: 5 };
/** Streets are longer than the straight line; people on foot find the shorter ways. */
const DETOUR: Record<Mode, number> = { CAR: 1.3, TRUCK: 1.31, MOTORCYCLE: 1.3, BICYCLE: 1.3, FOOT: 1.26 };

/** Travel model of an organization's vehicles. */
export interface TravelModel {
  /** IANA name: the hour of the week is the local one. */
  timezone: string;
  /** By how much the organization's own trips take longer than the table says; 1 where nothing is known. */
  corrections: Partial<Record<Mode, number>>;
}

/** Traffic by the hour of the week: what the speed of motor vehicles is multiplied with. */
function trafficFactor(mode: Mode, at: Date, timezone: string): number {
  if (mode === 'BICYCLE' || mode === 'FOOT') return 1;
  const { hour, isWeekend } = localHour(at, timezone);
  if (hour < 6 || hour >= 22) return 1.3;
  const rush = !isWeekend && ((hour >= 7 && hour < 9) || (hour >= 16 && hour < 19));
  if (rush) return mode === 'MOTORCYCLE' ? 0.9 : 0.75;
  return isWeekend ? 1.1 : 1;
}

const formatOf = memoized(
  1000,
  (timezone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' }),
);

function localHour(at: Date, timezone: string): { hour: number; isWeekend: boolean } {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { hour: Number(parts.get('hour')), isWeekend: /^S/.test(parts.get('weekday')!) };
}

/** Metres of straight line that are made in a second. */
export function speedAt({ timezone, corrections }: TravelModel, mode: Mode, at: Date): number {
  const metres = KILOMETRES_PER_HOUR[mode] / 3.6 / DETOUR[mode];
  return (metres * trafficFactor(mode, at, timezone)) / (corrections[mode] ?? 1);
}

/** Whole seconds that a vehicle takes for a way of so many metres of straight line. */
export function travelSeconds(model: TravelModel, metres: number, vehicle: VehicleType | null, at: Date): number {
  return Math.round(metres / speedAt(model, modeOf(vehicle), at));
}

/** The same for SQL, which corrects them by itself: pairs of mode and speed. */
export function speedsAt(timezone: string, at: Date): (readonly [Mode, number])[] {
  return MODES.map((mode) => [mode, speedAt({ timezone, corrections: {} }, mode, at)] as const);
}
