/**
 * Any text to the parsers: nothing but what is declared is thrown, what is written is safe and is read back, and the time grows
 * with the length.
 *
 * Longer, and with other texts: FUZZ_SECONDS=300 SEED=7 npm run test:fuzz
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readUnparsed } from '../../src/dispatch/geocoding/query/parse-address.ts';
import { PARSERS, type Parser } from './parsers.ts';

const { FUZZ_SECONDS, SEED = '17' } = process.env;
const seconds = Number(FUZZ_SECONDS ?? 0);
const SETTINGS = {
  seed: Number(SEED),
  ...(seconds > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 500, markInterruptAsFailure: false }
    : { numRuns: 60 }),
};
const LONG = { timeout: 110_000 + seconds * 2000 };

/** Four times the length takes four times the time if it is linear, and sixteen times if it is quadratic. */
const MAX_GROWTH = 10;
/** Milliseconds of processor time below which nothing is said of growth: it is the compiler's, or the collector's. */
const SHORT_MS = 50;

/** The least of three, in milliseconds of this thread's processor time, which other programs do not lengthen. */
async function costOf(parser: Parser, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && least > SHORT_MS / MAX_GROWTH; n++) {
    const before = process.threadCpuUsage();
    await parser.read(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

for (const [name, parser] of Object.entries(PARSERS)) {
  const anyPiece = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...parser.pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }) },
  );
  describe(name, LONG, () => {
    test('any text', LONG, async () => {
      const texts = fc.array(anyPiece, { maxLength: 60 }).map((pieces) => pieces.join(''));
      await fc.assert(
        fc.asyncProperty(texts, async (text) => parser.read(text)),
        SETTINGS,
      );
    });

    test('the time grows with the length', LONG, async () => {
      const repeated = fc.array(anyPiece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
      const grows = fc.asyncProperty(repeated, anyPiece, async (piece, end) => {
        const length = parser.longest / (seconds > 0 ? 1 : 8);
        const long = await costOf(parser, fill(piece, length) + end);
        if (long < SHORT_MS) return;
        const short = await costOf(parser, fill(piece, length / 4) + end);
        assert.ok(long < MAX_GROWTH * short, `${short} ms, and ${long} ms of four times the length`);
      });
      await fc.assert(grows, { ...SETTINGS, ...(seconds > 0 ? {} : { numRuns: 6 }) });
    });
  });
}

test('an address of one long element takes no square of its length', () => {
  const before = process.threadCpuUsage();
  for (const text of [`${'1'.repeat(48_000)}x`, `1${' '.repeat(48_000)}x, y`, `a 1/${'1'.repeat(48_000)}!, y`])
    readUnparsed(text, 'US');
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});
