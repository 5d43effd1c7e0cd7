import { type Static, Type } from 'typebox';
import { missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { MAX_REPORTS } from '../positions/report.ts';
import { doTakeReport, type ReportResult, takeReport } from './take-report.ts';

/** https://owntracks.org/booklet/tech/json/ : only what a position needs; everything else it sends is passed over. */
const Message = Type.Object({
  _type: Type.String(),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  /** Seconds since 1970. */
  tst: Type.Optional(Type.Number({ minimum: 0, maximum: 253_402_300_799 })),
  acc: Type.Optional(Type.Number()),
  /** Kilometres an hour. */
  vel: Type.Optional(Type.Number()),
  cog: Type.Optional(Type.Number()),
  /** Per cent. */
  batt: Type.Optional(Type.Number()),
});

const within = (value: number | undefined, least: number, most: number) =>
  value !== undefined && value >= least && value <= most ? value : null;

export const reportOwntracks = dispatchOperation({
  method: 'POST',
  path: '/driver/owntracks',
  summary: "Positions in the form of the OwnTracks apps' HTTP mode; the worker's token is the user name or password",
  access: 'worker',
  body: Message,
  // The app takes a list of messages for it; there are none.
  answer: Type.Array(Type.Never(), { maxItems: MAX_REPORTS }),
  errors: [1402],
  async serve({ services, caller }, { body }) {
    const taken = read(body);
    if (taken) await takeReport(services, caller, taken);
    return [];
  },
  async write({ tx, services, caller }, { body }) {
    const taken = read(body);
    if (taken) await doTakeReport(tx, services, caller, taken);
    return [];
  },
});

function read(body: Static<typeof Message>): ReportResult | undefined {
  // Transitions, waypoints, last wills and the like are no positions, and the app repeats what is refused.
  if (body._type !== 'location') return undefined;
  const { lon, lat, tst, batt } = body;
  if (lon === undefined || lat === undefined || tst === undefined) throw missing('lon, lat and tst are required.');
  return {
    positions: [
      {
        location: [lon, lat],
        time: tst * 1000,
        accuracy: within(body.acc, 0, 1e7),
        speed: within(body.vel === undefined ? undefined : body.vel / 3.6, 0, 1e4),
        heading: within(body.cog, 0, 360),
        battery: within(batt === undefined ? undefined : batt / 100, 0, 1),
      },
    ],
  };
}
