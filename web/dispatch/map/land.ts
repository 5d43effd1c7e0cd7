import type { FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json?url&no-inline';
import coarse from 'world-atlas/countries-110m.json?url&no-inline';
import { planeRings } from './plane-rings.ts';

/** The countries of the world (Natural Earth, public domain); `fine` is six times the size, for when the page stands. */
export async function countries(detail: 'coarse' | 'fine'): Promise<FeatureCollection> {
  const answer = await fetch(detail === 'fine' ? fine : coarse);
  const topology = (await answer.json()) as Topology<{ countries: GeometryCollection }>;
  const { features } = feature(topology, topology.objects.countries);
  return {
    type: 'FeatureCollection',
    features: features.map((country) => ({ ...country, geometry: onPlane(country.geometry) })),
  };
}

function onPlane(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: planeRings(geometry.coordinates) };
  return geometry.type === 'MultiPolygon'
    ? { ...geometry, coordinates: geometry.coordinates.map(planeRings) }
    : geometry;
}
