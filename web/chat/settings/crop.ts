/** A cut of a picture: the middle of the square relative to the picture, and how far it is zoomed in. */
export interface Crop {
  x: number;
  y: number;
  /** 1: the largest square that fits. */
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

/** Returns the square of a cut in pixels of the picture: within it, wherever it was moved to. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, length: number) => Math.min(Math.max(middle - side / 2, 0), length - side);
  return { left: within(x * width, width), top: within(y * height, height), side };
}

/** Moves a cut by parts of its side, and keeps it within the picture. */
export function movedCrop(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { left, top, side } = squareOf(size, crop);
  const moved = squareOf(size, {
    zoom: crop.zoom,
    x: (left + side / 2 + by.x * side) / size.width,
    y: (top + side / 2 + by.y * side) / size.height,
  });
  return {
    zoom: crop.zoom,
    x: (moved.left + side / 2) / size.width,
    y: (moved.top + side / 2) / size.height,
  };
}
