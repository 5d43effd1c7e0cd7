import { oneOf, trueFalse } from './readers.ts';
import type { Settings } from './setting.ts';

/** Mechanisms that make fetching quicker and can be left out without another answer. */
export const MECHANISMS = ['read-marks', 'first-unread', 'flag-index', 'optimistic'] as const;

/** For benchmarks and tests alone. */
export const measuringSettings = {
  without: {
    variable: 'WITHOUT',
    about:
      'Fetching mechanisms to disable, so that benchmarks can measure their effect: `read-marks`, `first-unread`, `flag-index`, `optimistic`.',
    fallback: 'none',
    read: mechanisms,
  },
  checkAnswers: {
    variable: 'CHECK_ANSWERS',
    about: '`true` checks each response against its schema (for tests).',
    fallback: 'false',
    read: trueFalse,
  },
} satisfies Settings;

function mechanisms(value: string): ReadonlySet<(typeof MECHANISMS)[number]> {
  return new Set(value === 'none' ? [] : value.split(',').map(oneOf(...MECHANISMS)));
}
