/** A browser in which somebody is signed in. */
export interface Session {
  organizationId: string;
  personId: string;
  /** ID of its key. */
  credentialId: string;
}

/** A session that somebody has just used. */
export interface UsedSession extends Session {
  /** When it ends unless it is used again. */
  expiresAt: Date;
}

/** A session as its person is shown it. */
export interface Device {
  id: string;
  /** The browser and system, as they name themselves. */
  label: string;
  createdAt: Date;
  /** Roughly: an hour. */
  usedAt: Date;
  expiresAt: Date;
  isShared: boolean;
}

const HOUR_MS = 3_600_000;

/** An ordinary session ends when it was not used for so long. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** One on a shared device ends with the browser, and at the latest when it was not used for so long. */
const KEPT_SHARED_MS = 12 * HOUR_MS;
/** One that has lasted as long as it may ends in the first pause of so long: not in the middle of somebody's shift. */
const PAUSE_MS = 4 * HOUR_MS;
/** Period within which a session needs a pause. */
const PAUSE_WITHIN_MS = 24 * HOUR_MS;
/** For so long after a sign-in nobody is asked again who they are. */
const NEW_MS = 10 * 60_000;
/** Interval at which a use is stored. */
const TOUCH_MS = HOUR_MS;

/**
 * Returns the end of a session that is used now.
 * @param longestDays maximum duration, however much it is used
 */
export function expiryOf(
  now: Date,
  { createdAt, isShared }: { createdAt: Date; isShared: boolean },
  longestDays: number,
): Date {
  const unused = now.getTime() + (isShared ? KEPT_SHARED_MS : KEPT_MS);
  const longest = createdAt.getTime() + longestDays * 24 * HOUR_MS;
  const paused = Math.min(now.getTime() + PAUSE_MS, longest + PAUSE_WITHIN_MS);
  return new Date(Math.min(unused, Math.max(longest, paused)));
}

/** Whether a session that was opened then is so new that who opened it need not show anew who they are. */
export function isNew(begun: Date, now: Date): boolean {
  return now.getTime() - begun.getTime() < NEW_MS;
}

/** Whether a use is to be written down again. */
export function isTouchDue(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > TOUCH_MS;
}

/** Names in browsers' user agents; the first match counts, because each also names others for compatibility. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox, Linux`, of a `User-Agent`: the same in every language; what is not known is called by its own first word. */
export function labelOf(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const browser =
    nameIn(BROWSERS) ??
    text
      .split(/[\s/]/)[0]!
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, 40);
  const system = nameIn(SYSTEMS);
  return [browser || 'Unknown browser', system].filter(Boolean).join(', ');
}
