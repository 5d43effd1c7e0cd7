import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { DispatchError, missing } from '../http/errors.ts';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { pagesOf } from '../http/pages.ts';
import { Millis } from '../http/validate.ts';
import { MAX } from '../organization/quotas.ts';
import { pageOfShifts, type ShiftsRow } from './queries.ts';

const DAY_MS = 24 * 3_600_000;
/** Days that can be asked for at once. */
const MAX_DAYS = 8;

export const listShiftsOperation = dispatchOperation({
  method: 'GET',
  path: '/workers/shifts',
  summary: 'List the shifts of all workers in a period of at most eight days',
  access: 'apiKey',
  query: {
    from: described(Millis, 'Required. Start of the period, in milliseconds since 1970.'),
    to: described(Millis, 'Required. End of the period, at most eight days after its start.'),
  },
  answer: Type.Object({
    shifts: Type.Array(
      Type.Object({
        worker: Type.String({ description: 'ID of the worker.' }),
        spans: Type.Array(Type.Tuple([Millis, Millis]), {
          description: 'Pairs of start and end, each in milliseconds since 1970.',
        }),
      }),
      {
        description: 'Shifts by worker. Workers without any are left out.',
      },
    ),
  }),
  errors: [1009],
  async read({ reader, caller }, { query: { from, to } }) {
    if (from === undefined || to === undefined) throw missing('from and to are required.');
    if (to <= from) throw new DispatchError(1009, 'to must be after from.');
    if (to - from > MAX_DAYS * DAY_MS)
      throw new DispatchError(1009, `from and to must be at most ${MAX_DAYS} days apart.`);
    const pages = pagesOf<ShiftsRow, ShiftsRow>({
      most: MAX.workers,
      read: (after, limit) => pageOfShifts(reader, caller, [new Date(from), new Date(to)], after?.worker, limit),
      present: (rows) => rows.filter(({ spans }) => spans.length > 0),
    });
    return new JsonPages(pages, 'shifts');
  },
});
