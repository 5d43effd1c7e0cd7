import type { ImportedReceipts } from '../../chat/imports/imported.ts';

/** A row of messages that somebody has received. */
interface Run {
  from: string;
  to: string;
  /** Place of the last one among the channel's messages. */
  at: number;
}

/** Notes who has received which messages of channels whose history is not public. */
export class Receipts {
  /** Numbers of messages so far, by channel. */
  readonly #counts = new Map<string, number>();
  readonly #runs = new Map<string, Map<string, Run[]>>();

  /** @param channels those whose history is not public, with their members */
  constructor(channels: readonly { sourceId: string; members: readonly string[] }[]) {
    for (const { sourceId, members } of channels)
      this.#runs.set(sourceId, new Map(members.map((person) => [person, []])));
  }

  /** Notes a message of a channel, and those who have received it. */
  note(channel: string, message: string, people: Iterable<string>): void {
    const runs = this.#runs.get(channel);
    if (!runs) return;
    const at = (this.#counts.get(channel) ?? 0) + 1;
    this.#counts.set(channel, at);
    for (const person of people) {
      const own = runs.get(person);
      const last = own?.at(-1);
      if (last?.at === at) continue;
      if (last?.at === at - 1) {
        last.to = message;
        last.at = at;
      } else own?.push({ from: message, to: message, at });
    }
  }

  /** Messages that each member has received. A run that ends before the channel does is over: what came later is not theirs. */
  get all(): ImportedReceipts[] {
    return [...this.#runs].flatMap(([channel, people]) => {
      const count = this.#counts.get(channel);
      return [...people].map(([person, runs]) => ({
        channel,
        person,
        runs: runs.map(({ from, to }) => ({ from, to })),
        goesOn: runs.at(-1)?.at === count,
      }));
    });
  }
}
