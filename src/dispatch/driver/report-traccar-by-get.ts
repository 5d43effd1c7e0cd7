import { dispatchOperation } from '../http/operation.ts';
import { doReportPositions } from '../positions/actions.ts';
import { ReportAnswer } from '../positions/report.ts';
import { readTraccarQuery, traccarQuery } from './traccar.ts';

export const reportTraccarByGet = dispatchOperation({
  method: 'GET',
  path: '/driver/traccar',
  summary: 'A position in the form of OsmAnd and older Traccar Client apps, which use GET',
  access: 'worker',
  keyInQuery: 'id',
  query: traccarQuery,
  answer: ReportAnswer,
  errors: [1402],
  async write({ tx, now, caller }, { query }) {
    const report = readTraccarQuery(query, now);
    const { accepted, ignored } = await doReportPositions(tx, caller.organizationId, caller.workerId, [report]);
    return { accepted, ignored };
  },
});
