import { Type } from 'typebox';
import { missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { doReportPositions } from '../positions/actions.ts';
import { DeviceData, MOST_REPORTS, PositionReport, ReportAnswer } from '../positions/report.ts';
import { claimAction } from './actions.ts';

export const reportPositions = dispatchOperation({
  method: 'POST',
  path: '/driver/positions',
  summary: `Report where the device is or was: one position, or up to ${MOST_REPORTS} in any order`,
  access: 'worker',
  body: Type.Object({
    ...Type.Partial(PositionReport).properties,
    positions: Type.Optional(Type.Array(PositionReport, { maxItems: MOST_REPORTS })),
    actionId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    userData: Type.Optional(Nullable(DeviceData)),
  }),
  answer: ReportAnswer,
  errors: [1402],
  async write({ tx, caller: { organizationId, workerId } }, { body }) {
    const { location, time, positions, actionId, userData } = body;
    if (!positions && !userData) {
      if (!location) throw missing('location or positions is required.');
      if (time === undefined) throw missing('time is required.');
    }
    const single = location && time !== undefined ? [{ ...body, location, time }] : [];
    const reports = [...(positions ?? []), ...single];
    if (!(await claimAction(tx, organizationId, workerId, actionId))) return { accepted: 0, ignored: reports.length };
    const { accepted, ignored } = await doReportPositions(tx, organizationId, workerId, reports, userData ?? {});
    return { accepted, ignored };
  },
});
