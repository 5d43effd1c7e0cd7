import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { MAX_REPORTS } from '../positions/report.ts';
import { doReceiveReport, type ReceivedUpdate, receiveReport } from './receive-report.ts';

/** client: the apps write null for an unknown value. */
const member = (options?: { minimum: number; maximum: number }) => Type.Optional(Nullable(Type.Number(options)));

/** https://owntracks.org/booklet/tech/json/ : only what a position needs; everything else it sends is passed over. */
const Message = Type.Object({
  _type: Type.String({ description: 'Kind of message. Only `location` counts; others are ignored.' }),
  lon: described(member({ minimum: -180, maximum: 180 }), 'Longitude in degrees.'),
  lat: described(member({ minimum: -90, maximum: 90 }), 'Latitude in degrees.'),
  tst: described(member({ minimum: 0, maximum: 253_402_300_799 }), 'When the device was there, in seconds since 1970.'),
  acc: described(member(), 'Accuracy of the place, in metres.'),
  vel: described(member(), 'Kilometres an hour.'),
  cog: described(member(), 'Direction in degrees from north.'),
  batt: described(member(), 'Charge in per cent.'),
});

/** `value` in another unit, when it is a number and within the bounds. */
function scaled(value: number | null | undefined, factor: number, least: number, most: number): number | null {
  if (value === undefined || value === null) return null;
  const converted = value * factor;
  return converted >= least && converted <= most ? converted : null;
}

export const reportOwntracks = dispatchOperation({
  method: 'POST',
  path: '/driver/owntracks',
  summary: "Report a position in the form of the OwnTracks apps. The worker's token is the user name or password",
  access: 'worker',
  body: Message,
  // The app takes a list of messages for it; there are none.
  answer: Type.Array(Type.Never(), { maxItems: MAX_REPORTS }),
  errors: [1402],
  async serve({ services, caller }, { body }) {
    const message = read(body);
    if (message) await receiveReport(services, caller, message);
    return [];
  },
  async write({ tx, services, caller }, { body }) {
    const message = read(body);
    if (message) await doReceiveReport(tx, services, caller, message);
    return [];
  },
});

function read(body: Static<typeof Message>): ReceivedUpdate | undefined {
  // Transitions, waypoints, last wills and the like are no positions; the app would repeat a refused one.
  if (body._type !== 'location') return undefined;
  const { lon, lat, tst, batt } = body;
  if (typeof lon !== 'number' || typeof lat !== 'number' || typeof tst !== 'number')
    throw missing('lon, lat and tst are required.');
  return {
    positions: [
      {
        location: [lon, lat],
        time: tst * 1000,
        accuracy: scaled(body.acc, 1, 0, 1e7),
        speed: scaled(body.vel, 1 / 3.6, 0, 1e4),
        heading: scaled(body.cog, 1, 0, 360),
        battery: scaled(batt, 1 / 100, 0, 1),
      },
    ],
  };
}
