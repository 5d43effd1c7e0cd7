import type { AddLayerObject } from 'maplibre-gl';

/** A layer of streets, before it has the name and the source that all of them have. */
export type Layer = Omit<AddLayerObject & object, 'source'> & Record<string, unknown>;

/** Whether a property is one of some values. */
export const kindIn = (property: string, values: readonly string[]) => ['in', ['get', property], ['literal', values]];

/** A colour between two others. */
export const mixed = (from: string, to: string, share: number) => ['interpolate', ['linear'], share, 0, from, 1, to];

/** A number that grows with the zoom. */
export const byZoom = (...stops: number[]) => ['interpolate', ['exponential', 1.5], ['zoom'], ...stops];

/** In the reader's language where the tiles know it, else as the place itself says. */
export function nameIn(language: string): unknown[] {
  const [base] = language.split('-');
  return ['coalesce', ['get', `name:${base}`], ['get', 'name']];
}
