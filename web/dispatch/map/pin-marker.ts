import type { Map as GlMap, Marker } from 'maplibre-gl';

type At = readonly [lon: number, lat: number];

/** A pin on a map that says where something is. */
export interface Pin {
  moveTo(at: At): void;
  remove(): void;
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** So many pixels at a time; with Shift one. */
const STEP = 10;

/** Creates the element of a pin. */
export function pinElement(name: string): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'map-pin';
  element.setAttribute('aria-label', name);
  return element;
}

/** Puts a pin on a map; it is dragged, or moved by the arrow keys. */
export function pinOn(map: GlMap, marker: Marker, start: At, onMoved: (at: At) => void): Pin {
  marker.setLngLat([...start]).addTo(map);
  const report = () => {
    const { lng, lat } = marker.getLngLat().wrap();
    onMoved([lng, lat]);
  };
  marker.on('drag', report);
  marker.getElement().addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    // The map would go along.
    event.preventDefault();
    event.stopPropagation();
    const { x, y } = map.project(marker.getLngLat());
    const by = event.shiftKey ? 1 : STEP;
    marker.setLngLat(map.unproject([x + step[0] * by, y + step[1] * by]));
    report();
  });
  return { moveTo: (at) => void marker.setLngLat([...at]), remove: () => void marker.remove() };
}
