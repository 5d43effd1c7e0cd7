import { tileServerOf } from '../../dispatch/map/access.ts';
import { mapWith } from '../../dispatch/map/map-with.ts';
import type { TrackedRow } from '../../dispatch/tracking/access.ts';
import type { TrackingView } from '../../dispatch/tracking/present.ts';
import type { TrackingWords } from '../../dispatch/tracking/words.ts';
import type { Services } from '../../platform/services.ts';
import { type Html, html } from '../http/html.ts';
import { trackingMapScript } from '../static/tracking-map.ts';

/** A map that a recipient may ask for. */
export interface MapOffer {
  /** Origin of the tiles, if another server has them. */
  tiles: string | undefined;
  /** Data for the page's script. */
  given: object;
  script: string;
  /** Host of another server, which learns who looks. */
  host: string | undefined;
}

/** Degrees to three digits: 100 m, as the driver's position. The link may be read by more people than the recipient. */
const about = (degrees: number) => Math.round(degrees * 1000) / 1000;

/**
 * Returns the map for a delivery; undefined where there are no streets. Whose tiles a recipient is
 * offered is the decision of the organization that they know: what another one has chosen that delivers for it does not
 * count.
 */
export async function mapOffer(services: Services, row: TrackedRow, view: TrackingView): Promise<MapOffer | undefined> {
  const { path } = trackingMapScript(services);
  if (path === undefined || view.state === 3) return undefined;
  const isOwn = row.merchant === row.organizationId;
  const server = isOwn ? await tileServerOf(services.database.reader.of(row.organizationId)) : undefined;
  const { style, tiles, tileServer, minZoom, maxZoom, attribution } = await mapWith(services, server);
  if (style === 'outline') return undefined;
  return {
    tiles: tileServer ? new URL(tileServer.address).origin : undefined,
    host: tileServer?.host,
    script: path,
    given: {
      source: { style, tiles, tileServer, minZoom, maxZoom, attribution },
      destination: [about(row.lon), about(row.lat)],
      driver: view.location,
    },
  };
}

/** Without the script there is nothing to press. */
export function mapPart({ given, script, host }: MapOffer, { map: words }: TrackingWords): Html {
  return html`<div class="map" data-map="${JSON.stringify(given)}" data-script="${script}" data-failed="${words.failed}" hidden>
<div class="map-place" data-map-place data-label="${words.label}" hidden></div>
<p class="map-source" data-map-source hidden></p>
<p class="actions"><button type="button" class="second small" data-map-show>${words.show}</button></p>
${host !== undefined && html`<p class="aside" data-map-note>${words.from({ host })}</p>`}
</div>`;
}
