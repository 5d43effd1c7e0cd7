import type { Services } from '../../platform/services.ts';
import type { ClaimedDeliveryRow } from './delivery-queries.ts';
import type { Attempt } from './send.ts';

/** Makes a request to a receiver, in the trace of the event that it tells. The receiver is not told of the trace. */
export function traced(
  { tracer }: Services,
  { organizationId, webhookId, eventId, trace }: ClaimedDeliveryRow,
  send: () => Promise<Attempt>,
): Promise<Attempt> {
  if (!tracer) return send();
  return tracer.consequence(trace, send, ({ outcome, status }) => ({
    name: 'deliver webhook',
    attributes: {
      'hubbub.organization': organizationId,
      'hubbub.webhook': webhookId,
      'hubbub.event': eventId,
      'hubbub.outcome': outcome,
      ...(status === null ? {} : { 'http.response.status_code': status }),
    },
    isError: outcome !== 'delivered',
  }));
}
