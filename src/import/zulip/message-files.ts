import { ArchiveError, type ImportArchive } from '../archive/archive.ts';
import { HeldRows, readRows } from '../json-rows.ts';
import { type PersonFlags, personFlagsOf, readZulipMessage, type ZulipMessage } from './read-message.ts';
import { noteReaction, type Reactions } from './tables.ts';
import { rowId } from './values.ts';

/** Messages that are sorted in memory: a file has 1,000, and files whose messages lie between each other's are sorted together. */
const MAX_SORTED = 200_000;

/** A person and a message. */
export interface PersonOfMessage extends PersonFlags {
  person: string;
}

/** A message with what hangs on it in the same file. */
export interface FiledMessage extends ZulipMessage {
  file: string;
  people: readonly PersonOfMessage[];
}

interface FileFacts {
  file: string;
  first: number;
  last: number;
  count: number;
}

/** Files of messages, in the order of their numbers. */
export class MessageFiles {
  readonly #archive: ImportArchive;
  /** Files that are sorted together, in the order of time. */
  #clusters: FileFacts[][] = [];

  constructor(archive: ImportArchive) {
    this.#archive = archive;
  }

  /** Names of the files. @throws {ArchiveError} when one is missing between others */
  get names(): string[] {
    const numbered = this.#archive.files.flatMap((file) => {
      const [, digits] = /^messages-(\d{1,9})\.json$/.exec(file) ?? [];
      return digits === undefined ? [] : [{ file, number: Number(digits), width: digits.length }];
    });
    numbered.sort((a, b) => a.number - b.number);
    for (const [n, { number, width }] of numbered.entries())
      if (number !== n + 1)
        throw new ArchiveError(`The archive has no messages-${String(n + 1).padStart(width, '0')}.json.`);
    return numbered.map(({ file }) => file);
  }

  /**
   * Finds which messages lie in which files.
   * @param seen receives their bytes
   * @param reactions receives reactions that lie beside the messages
   * @throws {ArchiveError} also for a message that is there twice
   */
  async find(seen: (bytes: Buffer) => void, reactions: Reactions): Promise<void> {
    const facts: FileFacts[] = [];
    const held = new HeldRows();
    for (const file of this.names) {
      const found: FileFacts = { file, first: Number.POSITIVE_INFINITY, last: 0, count: 0 };
      for await (const { table, row, bytes } of readRows(this.#archive, file, seen)) {
        if (table === 'zerver_reaction') {
          held.add({ bytes }, file);
          noteReaction(reactions, row);
        }
        if (table !== 'zerver_message') continue;
        found.count++;
        const id = rowId(row, 'id');
        if (id === undefined) throw new ArchiveError(`Message ${found.count} of ${file} has no valid id.`);
        found.first = Math.min(found.first, Number(id));
        found.last = Math.max(found.last, Number(id));
      }
      if (found.count > 0) facts.push(found);
    }
    facts.sort((a, b) => a.first - b.first);
    let last = -1;
    for (const each of facts) {
      if (each.first > last) this.#clusters.push([each]);
      else this.#clusters.at(-1)!.push(each);
      last = Math.max(last, each.last);
    }
  }

  /** Messages in the order of their IDs, from the one after so many on. */
  async *read(from: number): AsyncGenerator<FiledMessage> {
    let before = 0;
    for (const cluster of this.#clusters) {
      const count = cluster.reduce((sum, each) => sum + each.count, 0);
      before += count;
      if (before <= from) continue;
      if (count > MAX_SORTED)
        throw new ArchiveError(
          `${cluster[0]!.file} and others have ${count} messages without an order, more than ${MAX_SORTED}.`,
        );
      const messages = await this.#readCluster(cluster);
      if (messages.length !== count)
        throw new ArchiveError(`The archive has changed while it was read (${cluster[0]!.file}).`);
      yield* messages.slice(Math.max(0, from - (before - count)));
    }
  }

  async #readCluster(cluster: readonly FileFacts[]): Promise<FiledMessage[]> {
    const messages = new Map<string, ZulipMessage & { file: string }>();
    const people = new Map<string, PersonOfMessage[]>();
    // The same texts for the same people: there are rows for each of a thousand.
    const names = new Map<string, string>();
    const nameOf = (name: string) => {
      const known = names.get(name);
      if (known === undefined) names.set(name, name);
      return known ?? name;
    };
    const held = new HeldRows();
    for (const { file } of cluster) {
      let number = 0;
      for await (const { table, row, bytes } of readRows(this.#archive, file)) {
        if (table === 'zerver_message') held.add({ bytes }, file);
        // Nothing of its text is kept.
        if (table === 'zerver_usermessage') held.add({ bytes: 0 }, file);
        if (table === 'zerver_usermessage') {
          const [message, person] = [rowId(row, 'message'), rowId(row, 'user_profile')];
          if (message === undefined || person === undefined) continue;
          const known = people.get(message);
          const own = { person: nameOf(person), ...personFlagsOf(row) };
          if (known) known.push(own);
          else people.set(message, [own]);
        }
        if (table !== 'zerver_message') continue;
        number++;
        const message = readZulipMessage(row);
        if (typeof message === 'string') throw new ArchiveError(`Message ${number} of ${file} ${message}.`);
        if (messages.has(message.id)) throw new ArchiveError(`${file} has the message ${message.id} twice.`);
        messages.set(message.id, { ...message, file });
      }
    }
    return [...messages.values()]
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map((message) => ({ ...message, people: people.get(message.id) ?? [] }));
  }
}
