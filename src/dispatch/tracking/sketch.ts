/** Rings of 20, 40 and 60 units are 500 m, 2 km and 8 km: each is four times as far. Beyond the last all places are on it. */
export function placeInSketch(metres: number, bearing: number): [x: number, y: number] {
  const radius = Math.min(60, Math.max(18, 20 * (1 + Math.log(Math.max(metres, 1) / 500) / Math.log(4))));
  const angle = (bearing * Math.PI) / 180;
  return [Math.round(radius * Math.sin(angle)), Math.round(-radius * Math.cos(angle))];
}
