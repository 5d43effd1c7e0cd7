import { type Static, Type } from 'typebox';
import type { WorkerCaller } from '../http/caller.ts';
import { missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { DeviceData, MAX_REPORTS, PositionReport, ReportAnswer } from '../positions/report.ts';
import { actionFields, actionOf, checkWhose, whoseField } from './action.ts';
import { doReceiveReport, type ReceivedUpdate, receiveReport } from './receive-report.ts';

const positionsInput = Type.Object({
  ...Type.Partial(PositionReport).properties,
  positions: Type.Optional(
    Type.Array(PositionReport, { maxItems: MAX_REPORTS, description: 'Positions in any order, at most 1000.' }),
  ),
  actionId: actionFields.actionId,
  userData: Type.Optional(Nullable(DeviceData, { description: 'What the device reports about itself.' })),
  ...whoseField,
});

export const reportPositionsOperation = dispatchOperation({
  method: 'POST',
  path: '/driver/positions',
  summary: `Report where the device is or was: one position, or up to ${MAX_REPORTS} in any order`,
  access: 'worker',
  body: positionsInput,
  answer: ReportAnswer,
  errors: [1402],
  serve: ({ services, caller }, { body }) => receiveReport(services, caller, read(caller, body)),
  write: ({ tx, services, caller }, { body }) => doReceiveReport(tx, services, caller, read(caller, body)),
});

function read(caller: WorkerCaller, body: Static<typeof positionsInput>): ReceivedUpdate {
  checkWhose(caller, body.worker);
  const { location, time, positions, actionId, userData } = body;
  if (!positions && !userData) {
    if (!location) throw missing('location or positions is required.');
    if (time === undefined) throw missing('time is required.');
  }
  const single = location && time !== undefined ? [{ ...body, location, time }] : [];
  const reported = [...(positions ?? []), ...single];
  return { positions: reported, device: userData ?? {}, action: actionOf(actionId, 'positions', reported) };
}
