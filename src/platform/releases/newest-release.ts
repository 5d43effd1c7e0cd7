import { sendRequest } from '../http-client/request.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';

/** Why the newest version is not known. */
export type ReleaseProblem =
  | { kind: 'status'; status: number }
  | { kind: 'noVersion' }
  | { kind: 'unread'; reason: string };

/** The newest version, or why it is not known. */
export type NewestRelease = { version: string; isNewer: boolean } | { problem: ReleaseProblem };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 5000;
const MAX_ANSWER = 2 ** 20;
/** Versions that are to be tried out (`1.0.0-rc.1`) are not told of. */
const RELEASED = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})$/;

/** Newest version from RELEASES_URL, asked once a day, and one hour after a failure. */
class Releases {
  readonly #services: Services;
  #asked: { until: number; answer: Promise<NewestRelease> } | undefined;
  #known: NewestRelease | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Never takes longer than five seconds. @returns undefined where no address is set */
  async ask(): Promise<NewestRelease | undefined> {
    const { clock, config } = this.#services;
    if (config.releasesUrl === undefined) return undefined;
    if (this.#asked && this.#asked.until > clock.now().getTime()) return this.#asked.answer;
    const asked = { until: Number.POSITIVE_INFINITY, answer: this.#read(config.releasesUrl) };
    this.#asked = asked;
    this.#known = await asked.answer;
    asked.until = clock.now().getTime() + ('problem' in this.#known ? HOUR_MS : DAY_MS);
    return this.#known;
  }

  /** As it was last answered; whoever cannot wait has it asked for the next time. */
  known(): NewestRelease | undefined {
    void this.ask();
    return this.#known;
  }

  async #read(url: string): Promise<NewestRelease> {
    try {
      const { status, text } = await sendRequest({
        url: new URL(url),
        method: 'GET',
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER,
        longer: 'fail',
        // The operator's own choice.
        allowInsecure: true,
        signal: this.#services.closing,
      });
      if (status !== 200) return { problem: { kind: 'status', status } };
      const version = versionIn(text);
      if (version === undefined) return { problem: { kind: 'noVersion' } };
      return { version, isNewer: isNewer(version, VERSION) };
    } catch (error) {
      return { problem: { kind: 'unread', reason: (error as Error).message } };
    }
  }
}

export const releases = perServices((services) => new Releases(services));

/** `version`, or `tag_name` as hosts of source code have it. */
function versionIn(text: string): string | undefined {
  try {
    const answer = JSON.parse(text) as { version?: unknown; tag_name?: unknown } | null;
    const named = answer?.version ?? answer?.tag_name;
    return typeof named === 'string' ? RELEASED.exec(named)?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** @param own may be one that is to be tried out, which comes before the release of its numbers */
export function isNewer(released: string, own: string): boolean {
  const [numbers, trial] = own.split(/-(.*)/s) as [string, string?];
  const mine = numbers.split('.').map(Number);
  for (const [place, part] of released.split('.').map(Number).entries())
    if (part !== mine[place]) return part > mine[place]!;
  return trial !== undefined;
}
