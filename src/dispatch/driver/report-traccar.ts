import type { Static } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { ReportAnswer } from '../positions/report.ts';
import { doReceiveReport, type ReceivedUpdate, receiveReport } from './receive-report.ts';
import { readTraccarBody, readTraccarQuery, TraccarBody, type TraccarQuery, traccarQuery } from './traccar.ts';

export const reportTraccar = dispatchOperation({
  method: 'POST',
  path: '/driver/traccar',
  summary: 'Report a position in the form of the Traccar Client app, in the query, as a form or as JSON',
  access: 'worker',
  transport: { keyInQuery: 'id', keyInBody: 'device_id', takesForm: true },
  query: traccarQuery,
  body: TraccarBody,
  answer: ReportAnswer,
  errors: [1402],
  serve: ({ services, now, caller }, input) => receiveReport(services, caller, read(input, now)),
  write: ({ tx, services, now, caller }, input) => doReceiveReport(tx, services, caller, read(input, now)),
});

function read({ query, body }: { query: TraccarQuery; body: Static<typeof TraccarBody> }, now: Date): ReceivedUpdate {
  return { positions: [body.location ? readTraccarBody(body.location, now) : readTraccarQuery(query, now)] };
}
