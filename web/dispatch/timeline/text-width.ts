/** Letters are measured at this size, and the result is scaled. */
const MEASURED_PX = 100;
/** Size of a bar's words, relative to the page's: that for a finger, which is the larger one. */
const REM = 0.875;

let context: CanvasRenderingContext2D | undefined;
const known = new Map<string, number>();
/** Names that are kept; a day has fewer. */
const MAX_KNOWN = 20_000;

/** Returns the width of a bar's words in pixels. */
export function textWidth(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  const { fontFamily } = getComputedStyle(document.body);
  const { fontSize } = getComputedStyle(document.documentElement);
  context ??= document.createElement('canvas').getContext('2d')!;
  context.font = `${MEASURED_PX}px ${fontFamily}`;
  const width = (context.measureText(text).width * REM * Number.parseFloat(fontSize)) / MEASURED_PX;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, width);
  return width;
}
