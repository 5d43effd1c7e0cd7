import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCHEMES = ['light', 'dark'] as const;

type Colours = Map<string, readonly [light: string, dark: string]>;

/** Returns the custom properties of a piece of CSS that are colours. */
function coloursOf(css: string): Colours {
  const pair = /--([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g;
  const one = /--([\w-]+):\s*(#[\da-f]{6});/g;
  return new Map([
    ...[...css.matchAll(one)].map(([, name, both]) => [name!, [both!, both!]] as const),
    ...[...css.matchAll(pair)].map(([, name, light, dark]) => [name!, [light!, dark!]] as const),
  ]);
}

/** Relative luminance of a colour (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['sunken', 'ground', 'surface', 'raised', 'hover'];

/** Pairs of ink and ground that pages use, and the least contrast of each. */
const PAIRS: [inks: string[], grounds: string[], least: number][] = [
  [['text', 'quiet', 'accent', 'accent-strong'], [...GROUNDS, 'accent-ground'], 4.5],
  [['good', 'warning', 'bad'], GROUNDS, 4.5],
  [['good', 'text', 'quiet'], ['good-ground'], 4.5],
  [['warning', 'text', 'quiet'], ['warning-ground'], 4.5],
  [['bad', 'text', 'quiet'], ['bad-ground'], 4.5],
  [['text', 'quiet'], ['fill'], 4.5],
  [['on-accent'], ['accent', 'accent-strong'], 4.5],
  [['on-bad'], ['bad-fill', 'bad-fill-strong'], 4.5],
  [['edge', 'accent', 'bad'], ['surface'], 3],
  [['edge', 'accent'], ['sunken', 'ground', 'raised'], 3],
];

function tooFaint(colours: Colours, pairs = PAIRS): string[] {
  return pairs.flatMap(([inks, grounds, least]) =>
    inks.flatMap((ink) =>
      grounds.flatMap((ground) =>
        SCHEMES.flatMap((scheme, index) => {
          const ratio = contrastOf(colours.get(ink)![index]!, colours.get(ground)![index]!);
          return ratio < least ? [`${scheme}: --${ink} on --${ground} is ${ratio.toFixed(2)}:1, not ${least}:1`] : [];
        }),
      ),
    ),
  );
}

describe('the colours of the pages', () => {
  let usual: Colours;
  let more: Colours;

  before(async () => {
    const css = await readFile(path.join(ROOT, 'web/shared/tokens.css'), 'utf8');
    const [plain, contrast] = css.split('@media (prefers-contrast: more)') as [string, string];
    usual = coloursOf(plain);
    more = new Map([...usual, ...coloursOf(contrast)]);
  });

  test('have the contrast that WCAG asks for, in light and dark', () => {
    assert.ok(usual.size > 20, `${usual.size} colours`);
    assert.deepEqual(tooFaint(usual), []);
  });

  test('have 7:1 where a person asks for more contrast', () => {
    const strict = PAIRS.map(
      ([inks, grounds, least]) => [inks, grounds, least === 4.5 ? 7 : least] as (typeof PAIRS)[0],
    );
    assert.deepEqual(tooFaint(more, strict), []);
  });

  test("have 7:1 in the driver's app, which is read in the sun", async () => {
    const shell = await readFile(path.join(ROOT, 'web/driver/shell/shell.css'), 'utf8');
    const inks = ['text', 'quiet', 'accent', 'good', 'warning', 'bad'];
    const pairs: typeof PAIRS = [
      [inks, ['ground', 'surface'], 7],
      [['on-bad'], ['bad-fill'], 7],
      [['on-accent'], ['accent'], 7],
      [['edge'], ['surface'], 4.5],
    ];
    assert.deepEqual(tooFaint(new Map([...usual, ...coloursOf(shell)]), pairs), []);
  });
});

test('every custom property that a stylesheet uses is set somewhere', async () => {
  const used = new Map<string, string>();
  const set = new Set<string>();
  for await (const file of glob(['web/**/*.{css,ts,tsx}', 'src/pages/**/*.{css,ts}'], { cwd: ROOT })) {
    if (file.startsWith('web/dist')) continue;
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, name] of text.matchAll(/var\((--[\w-]+)\)/g)) used.set(name!, file);
    for (const [, name] of text.matchAll(/(--[\w-]+)['"]?\s*[:,](?!\s*\))/g)) set.add(name!);
  }
  assert.deepEqual(
    [...used].filter(([name]) => !set.has(name)).map(([name, file]) => `${name} (${file})`),
    [],
  );
});

test('no words are smaller than the smallest of the five sizes', async () => {
  const smaller: string[] = [];
  for await (const file of glob(['web/*/**/*.css', 'src/pages/**/*.css'], { cwd: ROOT })) {
    if (file.startsWith('web/dist')) continue;
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [rule, size] of text.matchAll(/font-size:\s*([\d.]+)rem/g))
      if (Number(size) < 0.8125) smaller.push(`${file}: ${rule}`);
  }
  assert.deepEqual(smaller, []);
});
