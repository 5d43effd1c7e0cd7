import { mapHasStreets } from '../../dispatch/map/access.ts';
import { doSetTileServer } from '../../dispatch/map/actions.ts';
import { knownTileServer } from '../../dispatch/map/tile-server.ts';
import { type Html, html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';

/** Page that turns on streets from a public tile server: a map without streets ends many a trial. */
export const streets = page({
  path: '/welcome/streets',
  summary: 'Set-up: streets on the maps',
  access: 'owner',
  form: {},
  async show(request) {
    return { title: request.texts.welcome.streets.title, body: offer(request) };
  },
  async submit({ services, visitor, origin }) {
    const organizationId = visitor.organization.id;
    await services.database.transaction((tx) => doSetTileServer(tx, knownTileServer('openfreemap', '')), {
      organizationId,
      origin,
    });
    return { redirect: '/welcome' };
  },
});

/** The same on the checklist, for owners whose maps have no streets. */
export async function streetsPart(request: VisitorRequest): Promise<Html | false> {
  const { services, visitor, texts } = request;
  if (!visitor.isOwner || !visitor.accounts.dispatch || !services.config.web) return false;
  if (await mapHasStreets(services, services.database.reader.of(visitor.organization.id))) return false;
  return html`<h2>${texts.welcome.streets.title}</h2>
${offer(request)}`;
}

const offer = ({ texts: { welcome } }: VisitorRequest): Html => {
  const { lead, sent, use, others } = welcome.streets;
  return html`<p>${lead}</p>
<p class="aside">${sent}</p>
<form method="post" action="/welcome/streets"><div class="actions"><button class="second">${use}</button><a href="/admin/map">${others}</a></div></form>`;
};
