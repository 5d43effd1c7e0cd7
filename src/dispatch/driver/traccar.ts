import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { invalidType, missing } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';
import type { PositionReport } from '../positions/report.ts';

const KNOT = 1852 / 3600;

/** https://www.traccar.org/osmand/ : the query parameters of the OsmAnd protocol. */
export const traccarQuery = {
  id: Type.String({ description: "The worker's token, unless it is sent as Basic user name or password." }),
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Required. Latitude in degrees.' }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Required. Longitude in degrees.' }),
  timestamp: Type.String({ description: 'Seconds or milliseconds since 1970, or ISO 8601; now if absent.' }),
  accuracy: Type.Number({ description: 'Accuracy of the place, in metres.' }),
  speed: Type.Number({ description: 'Knots.' }),
  bearing: Type.Number({ description: 'Direction in degrees from north.' }),
  heading: Type.Number({ description: 'The same as `bearing`, which counts before it.' }),
  batt: Type.Number({ description: 'Charge in per cent.' }),
};

const number = Type.Optional(Nullable(Type.Number()));
/** The JSON body of the app's later versions. */
export const TraccarBody = Type.Object({
  device_id: Type.Optional(
    Nullable(Type.Union([Type.String(), Type.Number()]), {
      description: "The worker's token, unless it is sent as Basic user name or password.",
    }),
  ),
  location: Type.Optional(
    Type.Object(
      {
        timestamp: Type.Optional(
          Nullable(Type.Union([Type.String(), Type.Number()]), {
            description: 'Seconds or milliseconds since 1970, or ISO 8601; now if absent.',
          }),
        ),
        coords: Type.Object(
          {
            latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north.' }),
            longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east.' }),
            accuracy: described(number, 'Accuracy of the place, in metres.'),
            speed: described(number, 'Metres a second.'),
            heading: described(number, 'Direction in degrees from north.'),
          },
          { description: 'Where the device was, and how it moved.' },
        ),
        battery: Type.Optional(
          Nullable(Type.Object({ level: described(number, 'Charge from 0 to 1.') }), {
            description: 'State of the battery.',
          }),
        ),
      },
      { description: 'The position.' },
    ),
  ),
});

/** The parameters as they were given. */
export type TraccarQuery = { [Name in keyof typeof traccarQuery]?: Static<(typeof traccarQuery)[Name]> };

/**
 * The position of a Traccar app's query.
 * @throws {DispatchError} 1900 without a place, 1005 for a time in no known form
 */
export function readTraccarQuery(query: TraccarQuery, now: Date): PositionReport {
  if (query.lat === undefined) throw missing('lat is required.');
  if (query.lon === undefined) throw missing('lon is required.');
  return {
    location: [query.lon, query.lat],
    time: readTime(query.timestamp, now),
    accuracy: within(query.accuracy, 0, 1e7),
    speed: within(query.speed === undefined ? undefined : query.speed * KNOT, 0, 1e4),
    heading: within(query.bearing ?? query.heading, 0, 360),
    battery: within(query.batt === undefined ? undefined : query.batt / 100, 0, 1),
  };
}

/** The position of a Traccar app's JSON body. */
export function readTraccarBody(
  location: NonNullable<Static<typeof TraccarBody>['location']>,
  now: Date,
): PositionReport {
  const { coords, battery } = location;
  return {
    location: [coords.longitude, coords.latitude],
    time: readTime(location.timestamp?.toString(), now),
    accuracy: within(coords.accuracy, 0, 1e7),
    speed: within(coords.speed, 0, 1e4),
    heading: within(coords.heading, 0, 360),
    battery: within(battery?.level, 0, 1),
  };
}

function readTime(text: string | undefined, now: Date): number {
  if (text === undefined || text === '') return now.getTime();
  const number = Number(text);
  // Seconds stay below this for 3,000 years, milliseconds have been above it since 1973.
  const time = Number.isFinite(number) ? (number < 1e11 ? number * 1000 : number) : Date.parse(text);
  if (!(time >= 0 && time <= 253_402_300_799_999)) throw invalidType('timestamp must be a time.');
  return time;
}

function within(value: number | null | undefined, least: number, most: number): number | null {
  return value !== undefined && value !== null && value >= least && value <= most ? value : null;
}
