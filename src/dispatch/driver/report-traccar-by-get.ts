import { dispatchOperation } from '../http/operation.ts';
import { ReportAnswer } from '../positions/report.ts';
import { doReceiveReport, receiveReport } from './receive-report.ts';
import { readTraccarQuery, traccarQuery } from './traccar.ts';

export const reportTraccarByGet = dispatchOperation({
  method: 'GET',
  path: '/driver/traccar',
  summary: 'Report a position in the form of OsmAnd and older Traccar Client apps, which use GET',
  access: 'worker',
  transport: { keyInQuery: 'id' },
  query: traccarQuery,
  answer: ReportAnswer,
  errors: [1402],
  serve: ({ services, now, caller }, { query }) =>
    receiveReport(services, caller, { positions: [readTraccarQuery(query, now)] }),
  write: ({ tx, services, now, caller }, { query }) =>
    doReceiveReport(tx, services, caller, { positions: [readTraccarQuery(query, now)] }),
});
