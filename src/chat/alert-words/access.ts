import { defineCache } from '../../platform/cache.ts';
import type { Cache } from '../../platform/caches.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { AlertMatcher } from './matcher.ts';
import { loadAlertWords } from './queries.ts';

/** Approximate size of an organization's matcher: some hundred words. */
const MATCHER_BYTES = 20_000;

const matchersOf = defineCache<string, Promise<AlertMatcher>>({
  name: 'alert words',
  share: 3,
  sizeOf: () => MATCHER_BYTES,
});

/** Every organization's words, ready to be found, until somebody changes theirs. */
class MatcherCache {
  readonly #services: Services;
  readonly #matchers: Cache<string, Promise<AlertMatcher>>;

  constructor(services: Services) {
    this.#services = services;
    this.#matchers = matchersOf(services);
    // A load that is under way is dropped with the rest: the next message loads again.
    services.feed.listen((events) => {
      for (const { kind, organizationId } of events) if (kind === 'alert_words') this.#matchers.delete(organizationId);
    });
  }

  async of(organizationId: string): Promise<AlertMatcher> {
    const { feed, database } = this.#services;
    await feed.follow(organizationId);
    let matcher = this.#matchers.get(organizationId);
    if (!matcher) {
      matcher = loadAlertWords(database.reader.of(organizationId)).then((words) => new AlertMatcher(words));
      this.#matchers.set(organizationId, matcher);
      matcher.catch(() => this.#matchers.delete(organizationId));
    }
    return matcher;
  }
}

const matcherCache = perServices((services) => new MatcherCache(services));

/** People of whose alert words a text has one; those to whom the message does not come are among them. */
export async function alertedUserIds(services: Services, organizationId: string, text: string): Promise<number[]> {
  return (await matcherCache(services).of(organizationId)).find(text);
}
