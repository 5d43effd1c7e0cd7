/** Largest preview of a picture on the page, in pixels: half of the server's small form, for dense screens. */
const LARGEST = { width: 420, height: 280 };

/** Size of a preview whose picture's own is not known: reserved before it comes, and filled by it. */
export const UNKNOWN = { width: 240, height: 160 };

/**
 * Returns the size at which a picture is shown, known before it comes.
 * @param dimensions `WIDTHxHEIGHT` in pixels
 */
export function previewSize(dimensions: string | undefined): { width: number; height: number } | undefined {
  const [width = 0, height = 0] = (dimensions ?? '').split('x').map(Number);
  if (!(width > 0 && height > 0)) return undefined;
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
