import { perServices } from '../../platform/per-services.ts';

/** Path of the script that draws the map of a tracking page; undefined without the built pages. */
export const trackingMapScript = perServices((): { path?: string } => ({}));
