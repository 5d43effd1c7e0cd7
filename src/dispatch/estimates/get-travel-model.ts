import { Type } from 'typebox';
import { MODES } from '../../../rules/travel.ts';
import { dispatchOperation } from '../http/operation.ts';
import { travelModelOf } from './access.ts';
import { BOUNDS } from './corrections.ts';
import { findCorrections } from './queries.ts';
import { speedAt } from './travel.ts';

export const getTravelModel = dispatchOperation({
  method: 'GET',
  path: '/estimates/model',
  summary: "Get the speeds behind estimates at this hour, as corrected by the organization's own trips",
  access: 'apiKey',
  answer: Type.Object({
    timezone: Type.String({ description: 'IANA time zone whose hours count.' }),
    bounds: Type.Object(
      {
        least: Type.Number({ description: "Lowest factor by which a trip's time is corrected." }),
        most: Type.Number({ description: "Highest factor by which a trip's time is corrected." }),
      },
      { description: 'Limits of corrections.' },
    ),
    modes: Type.Array(
      Type.Object({
        mode: Type.Enum(MODES, { description: 'Vehicle, or on foot.' }),
        metresPerSecond: Type.Number({
          description: 'Metres a second along the straight line, now, with the correction.',
        }),
        correction: Type.Number({ description: 'Factor by which trips take longer than the table says.' }),
        trips: Type.Integer({ description: 'Trips of the last four weeks that the correction comes from.' }),
      }),
      { description: 'Speeds by vehicle.' },
    ),
  }),
  async read({ reader, now }) {
    const model = await travelModelOf(reader);
    const trips = new Map((await findCorrections(reader)).map((row) => [row.mode, row.trips]));
    return {
      timezone: model.timezone,
      bounds: BOUNDS,
      modes: MODES.map((mode) => ({
        mode,
        metresPerSecond: speedAt(model, mode, now),
        correction: model.corrections[mode] ?? 1,
        trips: trips.get(mode) ?? 0,
      })),
    };
  },
});
