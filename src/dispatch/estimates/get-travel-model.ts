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
  summary: "How estimates are made: speeds at this hour, and how they are corrected by the organization's own trips",
  access: 'apiKey',
  answer: Type.Object({
    timezone: Type.String(),
    bounds: Type.Object({ least: Type.Number(), most: Type.Number() }),
    modes: Type.Array(
      Type.Object({
        mode: Type.Enum(MODES),
        metresPerSecond: Type.Number({ description: 'along the straight line, now, with the correction' }),
        correction: Type.Number({ description: 'by how much trips take longer than the table says' }),
        trips: Type.Integer({ description: 'how many trips of the last four weeks it comes from' }),
      }),
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
