import { defineCache } from '../../platform/cache.ts';
import type { Cache } from '../../platform/caches.ts';
import { defineFact } from '../../platform/events/facts.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { lruOf } from '../../platform/lru.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';

/** Apart from policies themselves, whose events change no state. */
const participations = defineFact('participation', ['chat.subscriptions', 'chat.users'], {
  own: { of: 'user', tables: ['chat.subscriptions'] },
});

/** People and organizations of whom changes are counted. */
const MAX_ENTRIES = 50_000;

const settledOf = defineCache<string, true>({ name: 'settled topics', share: 2, sizeOf: (_is, key) => key.length });

/**
 * Topics in which a further message changes nobody's policy: most messages go to such, and ask the database nothing
 * about it. What is remembered is forgotten with every change that may make it untrue: the organization's state
 * (settings, mutes of channels), the person's policies, and messages that go from their topic.
 */
class PolicyNoopCache {
  readonly #services: Services;
  readonly #settled: Cache<string, true>;
  /** Counts of changes, by organization and by person. */
  readonly #changes = lruOf<string, number>(MAX_ENTRIES, (count) => {
    this.#forgotten = Math.max(this.#forgotten, count);
  });
  #counted = 0;
  /** The highest count that fell out of memory: what has no count may have had this one. */
  #forgotten = 0;

  constructor(services: Services) {
    this.#services = services;
    this.#settled = settledOf(services);
    services.feed.onForget((organizationIds) => {
      for (const organizationId of organizationIds) this.#changes.delete(organizationId);
    });
    services.feed.listen((events) => {
      for (const event of events) this.#applyEvent(event);
    });
  }

  /** A name of the question that is another one as soon as its answer may be. Ask for it before the facts are read. */
  async question(
    organizationId: string,
    userIds: readonly number[],
    channelId: number,
    topic: string,
  ): Promise<string> {
    const { state } = this.#services;
    const changesOf = (key: string) => this.#changes.get(key) ?? this.#forgotten;
    const people: string[] = [];
    for (const userId of userIds) {
      const version = await state.version(organizationId, participations, userId);
      people.push(`${userId}:${version}:${changesOf(`${organizationId} ${userId}`)}`);
    }
    return `${organizationId} ${changesOf(organizationId)} ${people} ${channelId} ${topic}`;
  }

  isSettled(question: string): boolean {
    return this.#settled.has(question);
  }

  settle(question: string): void {
    this.#settled.set(question, true);
  }

  #applyEvent({ organizationId, part, kind, audience, payload }: AppendedEvent): void {
    if (part !== 'chat') return;
    if (kind === 'user_topic') {
      for (const tag of audience) this.#changes.set(`${organizationId} ${tag.slice('user:'.length)}`, ++this.#counted);
    } else if (kind === 'delete_message' || (kind === 'update_message' && 'orig_subject' in (payload as object))) {
      this.#changes.set(organizationId, ++this.#counted);
    }
  }
}

/** Cache of the running program. */
export const policyNoopCache = perServices((services) => new PolicyNoopCache(services));
