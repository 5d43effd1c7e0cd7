/** So many decimals: a hand's breadth. */
const DECIMALS = 6;

/** A place as maps give it to people: latitude, then longitude. */
export function positionText([lon, lat]: readonly [number, number]): string {
  return `${Number(lat.toFixed(DECIMALS))}, ${Number(lon.toFixed(DECIMALS))}`;
}

/** Longitude and latitude of what somebody wrote; undefined of what is no place. */
export function readPosition(text: string): [lon: number, lat: number] | undefined {
  const numbers = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!numbers) return undefined;
  const [lat, lon] = [Number(numbers[1]), Number(numbers[2])];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : undefined;
}
