/** Zooms between which a phone keeps an area: the way to it, and its streets by name. */
const FAR = 10;
const NEAR = 14;
/** Tiles to each side of a stop's own. */
const AROUND = 1;

/** Address of a tile. */
export type TileAddress = readonly [z: number, x: number, y: number];

interface Zooms {
  minZoom: number;
  maxZoom: number;
}

/**
 * Returns the tiles around the stops of a day, each once: the nearest zoom first, stop by stop, so that what comes next is
 * there first.
 * @param places longitude and latitude, in degrees @param most tiles at most
 */
export function tilesAround(
  places: readonly (readonly [lon: number, lat: number])[],
  { minZoom, maxZoom }: Zooms,
  most: number,
): TileAddress[] {
  const found = new Map<string, TileAddress>();
  for (const place of places)
    for (let z = Math.min(maxZoom, NEAR); z >= Math.max(minZoom, Math.min(FAR, maxZoom)); z--)
      for (const tile of neighbours(place, z)) {
        if (found.size >= most) return [...found.values()];
        found.set(tile.join('/'), tile);
      }
  return [...found.values()];
}

/** The tile of a place and those around it (Web Mercator). */
function neighbours([lon, lat]: readonly [number, number], z: number): TileAddress[] {
  const count = 2 ** z;
  const radians = (lat * Math.PI) / 180;
  const x = Math.floor(((lon + 180) / 360) * count);
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count);
  const tiles: TileAddress[] = [];
  for (let dx = -AROUND; dx <= AROUND; dx++)
    for (let dy = -AROUND; dy <= AROUND; dy++) {
      const row = y + dy;
      if (row >= 0 && row < count) tiles.push([z, (x + dx + count) % count, row]);
    }
  return tiles;
}
