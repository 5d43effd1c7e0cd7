import type { MapMouseEvent } from 'maplibre-gl';

/** Pointer position in pixels of the map. */
export interface PointerPlace {
  x: number;
  y: number;
}

/** Action during a pressed button; `clear` removes its drawing at the end or on cancellation. */
export interface Gesture {
  move(event: MapMouseEvent): void;
  end(event: MapMouseEvent): void;
  clear(): void;
}

/** Draws a rectangle from a place on. */
export function rectangleIn(container: HTMLElement, from: PointerPlace, onDrawn: (to: PointerPlace) => void): Gesture {
  const box = document.createElement('div');
  box.className = 'map-rectangle';
  container.append(box);
  return {
    move: ({ point: to }) => {
      box.style.left = `${Math.min(from.x, to.x)}px`;
      box.style.top = `${Math.min(from.y, to.y)}px`;
      box.style.width = `${Math.abs(to.x - from.x)}px`;
      box.style.height = `${Math.abs(to.y - from.y)}px`;
    },
    end: ({ point }) => onDrawn(point),
    clear: () => box.remove(),
  };
}
