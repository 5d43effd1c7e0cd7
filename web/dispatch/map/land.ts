import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json?url&no-inline';
import coarse from 'world-atlas/countries-110m.json?url&no-inline';

/** The countries of the world (Natural Earth, public domain); `fine` is six times the size, for when the page stands. */
export async function countries(detail: 'coarse' | 'fine'): Promise<FeatureCollection> {
  const answer = await fetch(detail === 'fine' ? fine : coarse);
  const topology = (await answer.json()) as Topology<{ countries: GeometryCollection }>;
  return feature(topology, topology.objects.countries);
}
