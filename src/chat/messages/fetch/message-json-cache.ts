import { defineCache } from '../../../platform/cache.ts';
import type { Cache } from '../../../platform/caches.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import type { AppendedEvent } from '../../../platform/events/log.ts';
import type { OrganizationState } from '../../../platform/events/organization-state.ts';
import { type JsonObjectText, openObject } from '../../../platform/http/json-object-text.ts';
import { lruOf } from '../../../platform/lru.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import { touchedBy } from '../../events/kinds.ts';
import { type MessageFacts, messageFacts } from '../../reading/message-facts.ts';
import type { MessageVariant } from '../../reading/message-variant.ts';
import { loadMessages } from '../message-loader.ts';
import { type PresentContext, presentMessage } from '../present.ts';

/** Beside its text, what an entry costs. */
const ENTRY_CHARACTERS = 200;
/** Changes remembered, for loads that were under way when they came. */
const MAX_CHANGES = 10_000;

interface Cached {
  organizationId: string;
  /** The organization's names as they were when it was made. */
  names: number;
  message: Serialized;
}

/** A message's open JSON text, which the flags follow, and the facts that decide them. */
export interface Serialized {
  text: JsonObjectText;
  facts: MessageFacts;
}

const cacheOf = defineCache<number, Cached>({
  name: 'messages',
  share: 18,
  sizeOf: ({ message }) => ENTRY_CHARACTERS + message.text.length,
  organizationOf: (_key, { organizationId }) => organizationId,
});

/**
 * Messages as JSON, one for each variant, as long as nothing of them changes.
 *
 * It follows the event log. A fetch says up to which event its snapshot saw; the cache reads on until it knows that much
 * before it gives anything out, so nothing is older than the snapshot, whichever process made the change. A text that was loaded while its message changed is given out but not kept.
 */
class MessageCache {
  readonly #state: OrganizationState;
  /** By message and form (`keyOf`): one sequence gives the IDs of all organizations. */
  readonly #cache: Cache<number, Cached>;
  /** All forms that were asked for. */
  readonly #forms = new Set<number>();
  /** Names that messages show (people, channels, the organization) change seldom: all of an organization goes then. */
  readonly #names = new Map<string, number>();
  /** Last change of each message, counted in changes. */
  readonly #changed = lruOf<number, number>(MAX_CHANGES);
  #changes = 0;

  constructor(services: Services) {
    this.#state = services.state;
    this.#cache = cacheOf(services);
    services.feed.onForget((organizationIds, why) => {
      for (const organizationId of organizationIds) {
        if (why === 'idle') this.#names.delete(organizationId);
        // Loads in progress belong to the old log.
        else this.#names.set(organizationId, (this.#names.get(organizationId) ?? 0) + 1);
      }
    });
    services.feed.listen((events) => {
      for (const event of events) this.#drop(event);
    });
  }

  /**
   * The messages that exist, in the order of their IDs.
   * @param isCaughtUp whether everything is known that the snapshot of the IDs saw
   */
  async read(
    reader: Reader,
    isCaughtUp: boolean,
    ids: readonly number[],
    variant: MessageVariant,
    context: PresentContext,
  ): Promise<Serialized[]> {
    const { organizationId } = reader;

    const form = formOf(variant);
    this.#forms.add(form);
    const names = this.#names.get(organizationId) ?? 0;
    const found: (Serialized | undefined)[] = [];
    const missing: number[] = [];
    for (const id of ids) {
      const cached = isCaughtUp ? this.#cache.get(keyOf(id, form)) : undefined;
      const isGood = cached !== undefined && cached.names === names && cached.organizationId === organizationId;
      if (!isGood) missing.push(id);
      found.push(isGood ? cached.message : undefined);
    }
    if (missing.length === 0) return found as Serialized[];
    const facts = isCaughtUp ? this.#state.of(organizationId) : uncachedFacts(reader);
    const before = this.#changes;
    const loaded = new Map<number, Serialized>();
    for (const message of await loadMessages(reader, facts, missing)) {
      const text = openObject(presentMessage(message, variant, context));
      const made = { text, facts: messageFacts(message) };
      loaded.set(message.id, made);
      if (isCaughtUp) this.#keep(organizationId, form, made, names, before);
    }
    // One may have been deleted a moment ago.
    return ids.map((id, index) => found[index] ?? loaded.get(id)).filter((message) => message !== undefined);
  }

  #keep(organizationId: string, form: number, made: Serialized, names: number, before: number): void {
    const { id } = made.facts;
    if ((this.#names.get(organizationId) ?? 0) !== names) return;
    // Many changes since may have pushed this message's own out of memory.
    if ((this.#changed.get(id) ?? 0) > before || this.#changes - before >= MAX_CHANGES) return;
    this.#cache.set(keyOf(id, form), { organizationId, names, message: made });
  }

  #drop(event: AppendedEvent): void {
    const { messages = [], names } = touchedBy(event);
    const { organizationId } = event;
    if (names) this.#names.set(organizationId, (this.#names.get(organizationId) ?? 0) + 1);
    for (const id of messages) {
      this.#changed.set(id, ++this.#changes);
      for (const form of this.#forms) this.#cache.delete(keyOf(id, form));
    }
  }
}

/** There are no more forms than this: six roles (`SPECTATOR_ROLE` the greatest), and six switches. */
const MAX_FORMS = 512;

/** A number for all that a variant decides. */
function formOf(variant: MessageVariant): number {
  const { applyMarkdown, clientGravatar, emptyTopicName, legacyEmojiNames, readerRole, editHistory } = variant;
  const switches = [applyMarkdown, clientGravatar, emptyTopicName, legacyEmojiNames, editHistory, variant.hidesSender];
  return switches.reduce((form, on) => form * 2 + Number(on), readerRole / 100);
}

function keyOf(messageId: number, form: number): number {
  return messageId * MAX_FORMS + form;
}

/** The one cache of a running program. */
export const messageJsonCache = perServices((services) => new MessageCache(services));
