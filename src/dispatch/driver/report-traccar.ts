import { dispatchOperation } from '../http/operation.ts';
import { doReportPositions } from '../positions/actions.ts';
import { ReportAnswer } from '../positions/report.ts';
import { readTraccarBody, readTraccarQuery, TraccarBody, traccarQuery } from './traccar.ts';

export const reportTraccar = dispatchOperation({
  method: 'POST',
  path: '/driver/traccar',
  summary: 'A position in the form of the Traccar Client app (OsmAnd protocol), in the query or as JSON',
  access: 'worker',
  keyInQuery: 'id',
  query: traccarQuery,
  body: TraccarBody,
  answer: ReportAnswer,
  errors: [1402],
  async write({ tx, now, caller }, { query, body }) {
    const report = body.location ? readTraccarBody(body.location, now) : readTraccarQuery(query, now);
    const { accepted, ignored } = await doReportPositions(tx, caller.organizationId, caller.workerId, [report]);
    return { accepted, ignored };
  },
});
