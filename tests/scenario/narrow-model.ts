/** A slow and obvious account of who sees which message and what a narrow means, in memory, to hold the real one against. */

export interface ModelChannel {
  id: number;
  recipientId: number;
  name: string;
  inviteOnly: boolean;
  webPublic: boolean;
  historyPublic: boolean;
  archived: boolean;
  /** People who may subscribe themselves to a private channel. */
  entry: number | undefined;
}

export interface ModelMessage {
  id: number;
  channelId: number | null;
  recipientId: number;
  /** Original place of the message. */
  sentIn: number | null;
  /** Time of the last move to another channel. */
  movedAt: number | undefined;
  topic: string;
  senderId: number;
  readBySender: boolean;
  /** Everybody of a direct message. */
  people: number[];
  text: string;
  link: boolean;
  image: boolean;
  attachment: boolean;
  channelWildcard: boolean;
  reacted: boolean;
}

export interface ModelPerson {
  id: number;
  role: number;
  email: string;
  periods: { channelId: number; after: number; until: number | null; at: number }[];
  muted: Set<number>;
  policies: Map<string, number>;
  starred: Set<number>;
  mentioned: Set<number>;
  /** By a wildcard for those who take part in a topic. */
  topicMentioned: Set<number>;
  alerted: Set<number>;
  read: Set<number>;
}

export interface Term {
  operator: string;
  operand: unknown;
  negated: boolean;
}

export class NarrowModel {
  channels: ModelChannel[] = [];
  people: ModelPerson[] = [];
  messages: ModelMessage[] = [];
  /** Stem of each word that may be written or searched. */
  stems: Record<string, string> = {};
  #clock = 0;

  /** The time of a change, in changes. */
  tick(): number {
    return ++this.#clock;
  }

  /** Puts a message into a channel. What was unread stays so for whoever is subscribed there; for all others it is read. */
  move(message: ModelMessage, to: ModelChannel, topic: string): void {
    if (to.id !== message.channelId) {
      for (const person of this.people)
        if (!this.mayBeUnread(person, message) || !this.subscribed(person, to.id)) person.read.add(message.id);
      message.movedAt = this.tick();
    }
    Object.assign(message, { channelId: to.id, recipientId: to.recipientId, topic });
  }

  channel(id: number): ModelChannel {
    return this.channels.find((channel) => channel.id === id)!;
  }

  subscribed(person: ModelPerson, channelId: number): boolean {
    return person.periods.some((period) => period.channelId === channelId && period.until === null);
  }

  isOpen(person: ModelPerson, channel: ModelChannel): boolean {
    if (channel.webPublic) return true;
    if (!channel.inviteOnly && person.role !== 600) return true;
    if (!channel.historyPublic) return false;
    return this.subscribed(person, channel.id) || this.mayEnter(person, channel);
  }

  /** Whether anything of the channel is the person's to read at present, their own messages too. */
  mayRead(person: ModelPerson, channel: ModelChannel): boolean {
    if (channel.webPublic || (!channel.inviteOnly && person.role !== 600)) return true;
    return this.subscribed(person, channel.id) || this.mayEnter(person, channel);
  }

  mayEnter(person: ModelPerson, channel: ModelChannel): boolean {
    return person.role !== 600 && channel.entry === person.id;
  }

  received(person: ModelPerson, message: ModelMessage): boolean {
    if (message.channelId === null) return message.people.includes(person.id);
    if (!this.mayRead(person, this.channel(message.channelId))) return false;
    return message.senderId === person.id || this.wasIn(person, message, message.sentIn);
  }

  /** Whether the person was subscribed to a channel when the message was sent. */
  wasIn(person: ModelPerson, message: ModelMessage, channelId: number | null): boolean {
    return person.periods.some(
      (period) =>
        period.channelId === channelId &&
        period.after < message.id &&
        (period.until === null || message.id <= period.until),
    );
  }

  visible(person: ModelPerson, message: ModelMessage): boolean {
    if (this.received(person, message)) return true;
    if (message.channelId === null) return false;
    const channel = this.channel(message.channelId);
    return this.isOpen(person, channel) || (this.mayRead(person, channel) && this.wasIn(person, message, channel.id));
  }

  unread(person: ModelPerson, message: ModelMessage): boolean {
    if (message.senderId === person.id && message.readBySender) return false;
    if (person.read.has(message.id)) return false;
    if (message.channelId === null) return message.people.includes(person.id);
    return !this.channel(message.channelId).archived && this.mayBeUnread(person, message);
  }

  /** Whether a message of a channel came to the person so that it could be unread, were it not read. */
  mayBeUnread(person: ModelPerson, message: ModelMessage): boolean {
    const present = person.periods.find(({ channelId, until }) => channelId === message.channelId && until === null);
    if (!present) return false;
    if (message.movedAt === undefined) return present.after < message.id;
    // What was unread goes along for whoever was there when it moved.
    return present.at < message.movedAt && this.wasIn(person, message, message.sentIn);
  }

  /** IDs that a narrow holds for a person, ascending; undefined where the narrow is refused. */
  select(person: ModelPerson, narrow: readonly Term[]): number[] | undefined {
    // Whoever wants nothing need not ask.
    if (narrow.some(({ operator, operand, negated }) => operator === 'in' && operand === 'all' && negated))
      return undefined;
    let terms = [...narrow];
    let shared = narrow.some(
      ({ operator, negated }) => (operator === 'channel' || operator === 'channels') && !negated,
    );
    for (const term of narrow) {
      if (term.operator !== 'with') continue;
      const message = this.messages.find(({ id }) => id === term.operand);
      if (!message || !this.visible(person, message)) {
        const has = (operator: string) => narrow.some((other) => other.operator === operator && !other.negated);
        if (!term.negated && !(has('channel') && has('topic')) && !has('dm')) return undefined;
        continue;
      }
      if (!term.negated) {
        terms = terms.filter(({ operator, negated }) => negated || !['channel', 'topic', 'dm'].includes(operator));
        if (message.channelId !== null) shared = true;
      }
    }
    for (const { operator, operand } of terms) {
      if (operator === 'channel' && !this.knows(person, this.named(operand))) return undefined;
    }
    const starred = narrow.some(
      ({ operator, operand, negated }) => operator === 'is' && operand === 'starred' && !negated,
    );
    return this.messages
      .filter((message) => (shared || starred ? this.visible(person, message) : this.received(person, message)))
      .filter((message) => terms.every((term) => this.holds(person, message, term) !== term.negated))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  }

  /** The oldest unread message of a narrow that its reader has not muted; what the narrow names counts all the same. */
  firstUnread(person: ModelPerson, narrow: readonly Term[], ids: readonly number[]): number | undefined {
    const asks = (operator: string, operand: unknown, negated = false) =>
      narrow.some(
        (term) =>
          term.operator === operator && term.negated === negated && (operand === undefined || term.operand === operand),
      );
    const withTopic = narrow.some(({ operator, operand, negated }) => {
      const message = this.messages.find(({ id }) => id === operand);
      return operator === 'with' && !negated && message && message.channelId !== null && this.visible(person, message);
    });
    const namesTopic = withTopic || asks('topic', undefined) || asks('is', 'muted') || asks('in', 'home', true);
    const counts = (message: ModelMessage) => {
      if (message.channelId === null || namesTopic) return true;
      if (asks('channel', undefined)) return person.policies.get(topicKey(message.channelId, message.topic)) !== 1;
      return !this.is(person, message, 'muted');
    };
    return ids.find((id) => {
      const message = this.messages.find((each) => each.id === id)!;
      return this.unread(person, message) && counts(message);
    });
  }

  named(idOrName: unknown): ModelChannel {
    return this.channels.find(({ id, name }) => id === idOrName || name === idOrName)!;
  }

  knows(person: ModelPerson, channel: ModelChannel): boolean {
    if (person.role <= 200 || channel.webPublic) return true;
    if (!channel.inviteOnly && person.role !== 600) return true;
    return this.mayEnter(person, channel) || this.subscribed(person, channel.id);
  }

  holds(person: ModelPerson, message: ModelMessage, { operator, operand, negated }: Term): boolean {
    switch (operator) {
      case 'channel':
        return message.channelId === this.named(operand).id;
      case 'channels':
        return message.channelId !== null && this.isOfKind(person, this.channel(message.channelId), operand as string);
      case 'topic':
        return message.channelId !== null && sameTopic(message.topic, operand as string);
      case 'dm':
        return message.channelId === null && sameSet(message.people, [person.id, ...(operand as number[])]);
      case 'dm-including':
        return (
          message.channelId === null && this.received(person, message) && message.people.includes(operand as number)
        );
      case 'group-pm-with':
        return (
          message.people.length > 2 &&
          this.received(person, message) &&
          (operand as number[]).every((id) => message.people.includes(id))
        );
      case 'sender':
        return message.senderId === operand;
      case 'id':
        return message.id === operand;
      case 'with': {
        const other = this.messages.find(({ id }) => id === operand);
        if (!other || !this.visible(person, other)) return !negated;
        return message.recipientId === other.recipientId && sameTopic(message.topic, other.topic);
      }
      case 'near':
        return !negated;
      case 'in':
        return operand === 'all' || !this.is(person, message, 'muted');
      case 'is':
        return this.is(person, message, operand as string);
      case 'has':
        if (operand === 'reaction') return message.reacted;
        return message[operand as 'link' | 'image' | 'attachment'];
      case 'search':
        return (operand as string).split(' ').every((word) => this.finds(message, word));
      default:
        throw new Error(operator);
    }
  }

  isOfKind(person: ModelPerson, channel: ModelChannel, kind: string): boolean {
    if (kind === 'archived') return channel.archived;
    if (kind === 'web-public') return channel.webPublic;
    return !channel.inviteOnly && this.isOpen(person, channel);
  }

  is(person: ModelPerson, message: ModelMessage, what: string): boolean {
    const received = this.received(person, message);
    const policy =
      message.channelId === null ? 0 : (person.policies.get(topicKey(message.channelId, message.topic)) ?? 0);
    switch (what) {
      case 'dm':
        return message.channelId === null;
      case 'starred':
        return person.starred.has(message.id);
      case 'mentioned':
        return (
          received &&
          (message.channelWildcard || person.mentioned.has(message.id) || person.topicMentioned.has(message.id))
        );
      case 'alerted':
        return received && person.alerted.has(message.id);
      case 'unread':
        return this.unread(person, message);
      case 'read':
        return !this.unread(person, message);
      case 'resolved':
        return message.channelId !== null && message.topic.startsWith('✔ ');
      case 'followed':
        return policy === 3;
      case 'muted':
        return message.channelId !== null && (policy === 1 || (policy === 0 && person.muted.has(message.channelId)));
      default:
        throw new Error(what);
    }
  }

  finds(message: ModelMessage, word: string): boolean {
    const text = `${message.text} ${message.topic}`.toLowerCase();
    const bare = (given: string) =>
      given
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .normalize('NFC');
    const asked = word.toLowerCase();
    if (text.includes(asked) || (bare(asked) === asked && bare(text).includes(asked))) return true;
    const stem = this.stems[word.toLowerCase()];
    return stem !== undefined && text.split(/[^\p{L}\p{N}]+/u).some((other) => this.stems[other] === stem);
  }

  flags(person: ModelPerson, message: ModelMessage): string[] {
    const flags: string[] = [];
    const received = this.received(person, message);
    if (!this.unread(person, message)) flags.push('read');
    if (person.starred.has(message.id)) flags.push('starred');
    if (received && person.mentioned.has(message.id)) flags.push('mentioned');
    if (received && message.channelWildcard) flags.push('stream_wildcard_mentioned');
    const byTopic = received && person.topicMentioned.has(message.id);
    if (byTopic) flags.push('topic_wildcard_mentioned');
    if (byTopic || (received && message.channelWildcard)) flags.push('wildcard_mentioned');
    if (received && person.alerted.has(message.id)) flags.push('has_alert_word');
    if (!received) flags.push('historical');
    return flags.sort();
  }
}

export function newPerson(id: number, email: string, role: number): ModelPerson {
  return {
    id,
    role,
    email,
    periods: [],
    muted: new Set(),
    policies: new Map(),
    starred: new Set(),
    mentioned: new Set(),
    topicMentioned: new Set(),
    alerted: new Set(),
    read: new Set(),
  };
}

/** A topic's name among a person's policies. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId} ${topic.toLowerCase()}`;
}

export function sameTopic(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((item) => right.has(item));
}
