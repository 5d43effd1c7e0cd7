import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Drawings that point along the line of reading: from right to left they point the other way. All others stay. */
const TURNS =
  /^(?:arrow-left|arrow-right|chevron-left|chevron-right|corner-up-\w+|external-link|forward|list|list-checks|log-in|log-out|panel-\w+|send|text-quote|undo-2|wrap-text)$/;

/**
 * Style under which only places are compared: words are there, but not seen, and every text runs like its page, so that it
 * takes the same room from either side. Pictures of people and the browser's own ticks are the same in both.
 */
const PLAIN = `
  *, ::before, ::after, ::placeholder {
    unicode-bidi: bidi-override !important;
    font-kerning: none !important;
    font-variant-ligatures: none !important;
    -webkit-text-fill-color: transparent !important;
    caret-color: transparent !important;
    text-decoration-color: transparent !important;
    transition: none !important;
    animation: none !important;
  }
  [dir="auto"], .codehilite { direction: inherit !important; }
  img, video, canvas, .emoji, input:is([type="checkbox"], [type="radio"]) { opacity: 0 !important; }
  html[data-without-icons] .icon { visibility: hidden !important; }
`;

interface Box {
  what: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Name of a drawing that is seen. */
  icon?: string;
}

interface Picture {
  width: number;
  height: number;
  /** One byte of brightness for each pixel. */
  light: Uint8Array;
}

interface Looked {
  boxes: (Box | undefined)[];
  /** Without drawings, and with them. */
  ground: Picture;
  whole: Picture;
}

/** Distance in pixels of edges that are taken for the same: the browser rounds from the left. */
const NEAR = 1.01;

/** Smaller differences of brightness are those of rounding a curve. */
const DIM = 6;

/** More that is not mirrored says nothing further. */
const TOLD = 30;

/**
 * Compares the page as it is with the same page from right to left: each box, each line that is drawn, each drawing.
 * @returns what is not mirrored, one line each
 */
export async function whatIsNotMirrored(page: Page): Promise<string[]> {
  // Nothing is pointed at.
  await page.mouse.move(page.viewportSize()!.width / 2, 1);
  for (;;) {
    await markWhatIsCompared(page);
    const plain = await lookFrom(page, 'ltr');
    const turned = await lookFrom(page, 'rtl');
    const again = await lookFrom(page, 'ltr');
    await page.evaluate(() => {
      document.adoptedStyleSheets = (window as unknown as { restore: CSSStyleSheet[] }).restore;
    });
    // Something came or went meanwhile: the page was still being made.
    if (JSON.stringify(plain.boxes) !== JSON.stringify(again.boxes)) continue;
    const found = [
      ...differentBoxes(plain, turned),
      ...differentLines(plain, turned),
      ...differentIcons(plain, turned),
    ];
    return found.slice(0, TOLD);
  }
}

async function markWhatIsCompared(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const restore = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...restore, sheet];
    const compared: Node[] = [...document.body.querySelectorAll(':not(svg *)')];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) if (/\S/.test(words.currentNode.nodeValue!)) compared.push(words.currentNode);
    Object.assign(window, { compared, restore });
  }, PLAIN);
}

async function lookFrom(page: Page, dir: 'ltr' | 'rtl'): Promise<Looked> {
  const boxes = await page.evaluate(async (direction) => {
    const root = document.documentElement;
    root.dir = direction;
    root.dataset.withoutIcons = '';
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const nameOf = (element: Element) => {
      const steps: string[] = [];
      for (let each: Element | null = element; each && steps.length < 4; each = each.parentElement)
        steps.unshift([each.localName, ...each.classList].join('.'));
      return steps.join(' > ');
    };
    return (window as unknown as { compared: Node[] }).compared.map((node) => {
      const parent = node.parentElement!;
      const element = node instanceof Element ? node : parent;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = (node === element ? element : range).getBoundingClientRect();
      const isSeen = right > left && bottom > top && element.checkVisibility();
      // What is inside of code, addresses and formulas runs from the left everywhere.
      if (!isSeen || parent.closest('[dir="ltr"]:not(html), pre, code, math')) return undefined;
      const box = {
        what: `${nameOf(element)}${node === element ? '' : `: ${node.nodeValue}`}`,
        left,
        right,
        top,
        bottom,
      };
      if (node !== element || !element.matches('svg.icon')) return box;
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isOnTop = onTop !== null && parent.contains(onTop);
      return { ...box, ...(isOnTop && { icon: element.querySelector('use')!.getAttribute('href')!.split('#')[1]! }) };
    });
  }, dir);
  const ground = await pictureOf(page);
  await page.evaluate(() => delete document.documentElement.dataset.withoutIcons);
  return { boxes, ground, whole: await pictureOf(page) };
}

async function pictureOf(page: Page): Promise<Picture> {
  const { data, info } = await sharp(await page.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, light: data.filter((_, at) => at % info.channels === 0) };
}

function differentBoxes(plain: Looked, turned: Looked): string[] {
  const { width } = plain.ground;
  return plain.boxes.flatMap((one, number) => {
    const other = turned.boxes[number];
    if (!one || !other) return [];
    const off = [
      one.left - (width - other.right),
      one.right - (width - other.left),
      one.top - other.top,
      one.bottom - other.bottom,
    ];
    return off.some((each) => Math.abs(each) > NEAR)
      ? [`box ${one.what}: off by ${off.map((each) => each.toFixed(1)).join(' ')} (left, right, top, bottom)`]
      : [];
  });
}

/** Regions, 16 pixels wide and high, with something in one picture that is nowhere near in the other. */
function differentLines(plain: Looked, turned: Looked): string[] {
  const [one, other] = [plain.ground, mirrored(turned.ground)];
  const regions = new Map<string, number>();
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++)
      if (
        one.light[y * one.width + x] !== other.light[y * one.width + x] &&
        (!isNearby(one, other, x, y) || !isNearby(other, one, x, y))
      ) {
        const region = `${x - (x % 16)},${y - (y % 16)}`;
        regions.set(region, (regions.get(region) ?? 0) + 1);
      }
  return [...regions].flatMap(([region, count]) => (count < 3 ? [] : [`picture at ${region}: ${count} pixels`]));
}

/** Whether a pixel is as bright as what is around its place in the other picture, or between that. */
function isNearby(of: Picture, within: Picture, x: number, y: number): boolean {
  const light = of.light[y * of.width + x]!;
  let [least, most] = [255, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(y + 1, of.height - 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(x + 1, of.width - 1); column++) {
      const near = within.light[row * within.width + column]!;
      if (near < least) least = near;
      if (near > most) most = near;
    }
  return light >= least - DIM && light <= most + DIM;
}

function mirrored({ width, height, light }: Picture): Picture {
  const turned = new Uint8Array(light.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[y * width + x] = light[y * width + width - 1 - x]!;
  return { width, height, light: turned };
}

function differentIcons(plain: Looked, turned: Looked): string[] {
  return plain.boxes.flatMap((one, number) => {
    const other = turned.boxes[number];
    if (!one?.icon || !other?.icon) return [];
    const drawn = cut(plain.whole, one);
    const seen = [-1, 0, 1].map((shift) => cut(turned.whole, other, shift));
    const leastOf = (pictures: Picture[]) => Math.min(...pictures.map((each) => difference(drawn, each)));
    const [same, opposite] = [leastOf(seen), leastOf(seen.map(mirrored))];
    // Many a drawing looks the same from both sides.
    if (Math.abs(same - opposite) < 2) return [];
    const isTurned = opposite < same;
    return isTurned === TURNS.test(one.icon)
      ? []
      : [`icon ${one.icon} is ${isTurned ? '' : 'not '}turned: ${one.what}`];
  });
}

/** @param shift in pixels: where the browser rounds the place of a drawing the other way */
function cut({ width, height, light }: Picture, { left, right, top, bottom }: Box, shift = 0): Picture {
  const [from, first] = [Math.max(0, Math.floor(left) + shift), Math.max(0, Math.floor(top))];
  const size = { width: Math.ceil(right - left), height: Math.ceil(bottom - top) };
  const part = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++)
      part[y * size.width + x] = light[Math.min(first + y, height - 1) * width + Math.min(from + x, width - 1)]!;
  return { ...size, light: part };
}

/** Mean difference of brightness. */
function difference(one: Picture, other: Picture): number {
  return one.light.reduce((sum, light, at) => sum + Math.abs(light - (other.light[at] ?? 0)), 0) / one.light.length;
}
