import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Location } from '../geography/location.ts';
import { Millis, Nullable } from '../http/validate.ts';

const optionalNumber = (minimum: number, maximum: number) => Type.Optional(Nullable(Type.Number({ minimum, maximum })));

/** Position of a device and the time by its own clock. */
export const PositionReport = Type.Object({
  location: Location,
  time: described(Millis, 'When the device was there, by its own clock, in milliseconds since 1970.'),
  accuracy: described(optionalNumber(0, 1e7), 'Accuracy of the place, in metres.'),
  speed: described(optionalNumber(0, 1e4), 'Metres a second.'),
  heading: described(optionalNumber(0, 360), 'Direction in degrees from north.'),
  battery: described(optionalNumber(0, 1), 'Charge from 0 to 1.'),
});
export type PositionReport = Static<typeof PositionReport>;

/** Data that a device reports about itself (spec: dispatch 2, userData). */
export const DeviceData = Type.Object({
  appVersion: Type.Optional(
    Nullable(Type.String({ maxLength: 200 }), { description: 'Number of the running version.' }),
  ),
  batteryLevel: described(optionalNumber(0, 1), 'Charge from 0 to 1.'),
  deviceDescription: Type.Optional(Nullable(Type.String({ maxLength: 200 }), { description: 'Model of the device.' })),
  platform: Type.Optional(
    Nullable(Type.String({ maxLength: 50 }), { description: 'Operating system, such as `IOS`.' }),
  ),
});
export type DeviceData = Static<typeof DeviceData>;

/** Positions in one request. */
export const MAX_REPORTS = 1000;

/** Outcome of reported positions. */
export const ReportAnswer = Type.Object({
  accepted: Type.Integer({ description: 'Positions that were stored.' }),
  ignored: Type.Integer({ description: 'Positions that were ignored, such as old ones.' }),
});

/** Why an action is refused whose ID stands for another one. */
export const REUSED_ACTION = 'This actionId was already used for another action.';

/** Maximum time that a device's clock may be ahead of the server's. */
export const CLOCK_SKEW_MS = 60_000;
/** Retention of reports; older ones are ignored on arrival. */
export const KEEP_DAYS = 30;

/** The reports that can be placed: not from the future beyond what clocks differ by, not older than what is kept. */
export function placeable(reports: readonly PositionReport[], now: Date): PositionReport[] {
  const earliest = now.getTime() - KEEP_DAYS * 24 * 3_600_000;
  const latest = now.getTime() + CLOCK_SKEW_MS;
  return reports.filter(({ time }) => time > earliest && time <= latest);
}

/** The last one by the device's time. */
export function newestOf(reports: readonly PositionReport[]): PositionReport | undefined {
  return reports.reduce<PositionReport | undefined>(
    (best, report) => (!best || report.time > best.time ? report : best),
    undefined,
  );
}
