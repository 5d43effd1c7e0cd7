import { DispatchError } from '../../dispatch/http/errors.ts';
import { accessTracked } from '../../dispatch/tracking/access.ts';
import { noteLook } from '../../dispatch/tracking/note-look.ts';
import { presentTracking } from '../../dispatch/tracking/present.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { goneLink } from '../http/gone-link.ts';
import { html } from '../http/html.ts';
import { type PageRequest, page } from '../http/page.ts';

/** The address that recipients receive: how far their delivery is, in a sentence. */
export const trackingPage = page({
  path: '/t/:token',
  summary: 'How far a delivery is',
  access: 'anyone',
  async show(request) {
    const { services, texts } = request;
    const row = await findOpen(request);
    if (!row) return goneLink(texts);
    const { reader } = services.database;
    noteLook(services, row);
    const tracking = await presentTracking(reader, services, row);
    const { timezone } = (await findOrganization(reader, row.organizationId))!;
    const time = new Intl.DateTimeFormat(request.language, { timeStyle: 'short', timeZone: timezone });
    const { title, refresh } = texts.tracking;
    const body = html`<p class="sentence" role="status">${sentenceOf(request, tracking, time)}</p>
<div class="actions"><a class="button second" href="">${refresh}</a></div>`;
    return { title, organization: tracking.merchant.name, body };
  },
});

/** @throws {TooManyGuesses} */
async function findOpen({ services, params, address, host }: PageRequest) {
  try {
    return await accessTracked(services.database.reader, services, params.token!, { address, host });
  } catch (error) {
    if (error instanceof DispatchError) return undefined;
    throw error;
  }
}

type Tracked = Awaited<ReturnType<typeof presentTracking>>;

/** The state as a sentence; a time only where one is known. */
function sentenceOf({ texts: { tracking: words } }: PageRequest, tracked: Tracked, time: Intl.DateTimeFormat): string {
  const { state, success, timeCompleted, hasArrived, estimatedArrivalTime, stopsBefore, worker } = tracked;
  if (state === 3)
    return success ? words.delivered(time.format(timeCompleted!)) : words.failed(time.format(timeCompleted!));
  if (hasArrived) return words.arrived(worker?.displayName);
  const arrival = estimatedArrivalTime === null ? undefined : time.format(estimatedArrivalTime);
  if (state === 2) return words.underWay(worker?.displayName, arrival);
  return state === 1 ? words.assigned(worker?.displayName, stopsBefore, arrival) : words.waiting;
}
