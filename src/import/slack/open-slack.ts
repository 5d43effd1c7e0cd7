import { createHash } from 'node:crypto';
import type { ImportedChannel, ImportedConversation, ImportedPerson } from '../../chat/imports/imported.ts';
import { limits } from '../../chat/settings/realm-settings.ts';
import { ArchiveError, fromTop, type ImportArchive } from '../archive/archive.ts';
import { type JsonObject, objectOf, readList, storableText, storableTexts } from '../json.ts';
import { channelNameOf, descriptionOf, topicFromText, UniqueNames } from '../names.ts';
import { ReactionCounts } from '../reaction-counts.ts';
import { Report } from '../report.ts';
import type { ImportSource, SourceFile, SourceMessage } from '../source.ts';
import { checkDistinct, checkIds } from './ids.ts';
import { firstLine, readMessage, type SlackMessage, targetsIn, timeOf, toMarkdown } from './read-message.ts';
import { readPeople, strangerOf } from './read-people.ts';
import { emojiOfSlack } from './slack-emoji.ts';

/** Messages of one day are sorted in memory. */
const MAX_DAY_MESSAGES = 500_000;

/**
 * Fetches a file by its address; undefined: it cannot be had.
 * @param mayBeHtml whether the file itself may be a page
 */
export type SlackFiles = (url: URL, mayBeHtml: boolean) => Promise<Buffer | undefined>;

/** A channel or a direct conversation of the archive. */
interface Place {
  id: string;
  folder: string;
  isChannel: boolean;
  members: string[];
}

/** A message of a day, with where it stands. */
interface Placed {
  place: Place;
  message: SlackMessage;
}

/**
 * Reads all of an archive once and checks it: nothing is written unless all of it can be read.
 * @throws {ArchiveError}
 */
export async function openSlack(given: ImportArchive, files?: SlackFiles): Promise<ImportSource> {
  const archive = fromTop(given, 'users.json');
  for (const needed of ['users.json', 'channels.json'])
    if (!archive.files.includes(needed))
      throw new ArchiveError(`The archive has no ${needed}, so it is not an export of Slack.`);
  return new SlackReading(archive, files).read();
}

class SlackReading {
  readonly #archive: ImportArchive;
  readonly #files: SlackFiles | undefined;
  readonly #hash = createHash('sha256');
  readonly #report = new Report();
  readonly #reactions = new ReactionCounts();
  readonly #people = new Map<string, ImportedPerson>();
  /** IDs of users by those of their bots. */
  readonly #bots = new Map<string, string>();
  readonly #places = new Map<string, Place>();
  /** Files of a day, by the day. */
  readonly #days = new Map<string, string[]>();
  /** Topics of threads by channel and time of the first message. */
  readonly #threads = new Map<string, string>();
  readonly #topics = new Map<string, UniqueNames>();
  readonly #linked = new Set<string>();
  /** Files that nothing fetches. */
  readonly #linkedFiles = new Set<string>();
  /** Lists of channels and conversations, by the IDs in them. */
  readonly #lists = new Map<string, string>();
  readonly #firstMessages = new Map<string, string>();
  readonly #names = new Map<string, string>();

  constructor(archive: ImportArchive, files: SlackFiles | undefined) {
    this.#archive = archive;
    this.#files = files;
  }

  async read(): Promise<ImportSource> {
    const users = await this.#list('users.json');
    for (const person of readPeople(users, this.#report)) {
      this.#people.set(person.sourceId, person);
      this.#names.set(person.sourceId, person.fullName);
    }
    for (const user of users) this.#bots.set(storableText(objectOf(user.profile).bot_id), storableText(user.id));
    const channels = await this.#readChannels();
    const conversations = [
      ...(await this.#readConversations('dms.json')),
      ...(await this.#readConversations('mpims.json')),
    ];
    this.#findDays();
    const counts = await this.#examine();
    this.#reactions.addTo(this.#report, this.#people);
    this.#reportWhatIsNotThere();
    return {
      name: 'slack',
      digest: this.#hash.digest('hex'),
      directory: {
        people: [...this.#people.values()].map((person) => ({
          ...person,
          joinedAt: this.#firstMessages.get(person.sourceId),
        })),
        channels,
        // Senders are among the members (`#note`).
        conversations: conversations.map(
          ({ id, members }): ImportedConversation => ({ sourceId: id, people: members }),
        ),
      },
      total: counts.reduce((sum, count) => sum + count, 0),
      linked: this.#linked,
      linkedFiles: this.#linkedFiles.size,
      report: this.#report.rows,
      messages: (from) => this.#messages(counts, from),
    };
  }

  async #list(file: string, isNeeded = true): Promise<JsonObject[]> {
    if (!isNeeded && !this.#archive.files.includes(file)) return [];
    const list = await readList(this.#archive, file, (bytes) => this.#hash.update(file).update('\0').update(bytes));
    checkIds(file, list);
    return list;
  }

  /** A list of channels or conversations, which have their IDs among all of them. */
  async #placeList(file: string, isNeeded = true): Promise<JsonObject[]> {
    const list = await this.#list(file, isNeeded);
    checkDistinct(file, list, this.#lists);
    return list;
  }

  async #readChannels(): Promise<ImportedChannel[]> {
    const open = await this.#placeList('channels.json');
    const closed = await this.#placeList('groups.json', false);
    const all = [
      ...open.map((part) => ({ part, isPrivate: false })),
      ...closed.map((part) => ({ part, isPrivate: true })),
    ];
    const names = new UniqueNames();
    // A channel in use keeps its name if an archived one has the same.
    const inUseFirst = all.toSorted(
      (a, b) => Number(a.part.is_archived === true) - Number(b.part.is_archived === true),
    );
    const nameOf = new Map(
      inUseFirst.map(({ part }) => {
        const id = storableText(part.id);
        return [id, names.take(channelNameOf(storableText(part.name), id), limits.maxStreamNameLength)] as const;
      }),
    );
    return all.map(({ part, isPrivate }) => {
      const id = storableText(part.id);
      const name = nameOf.get(id)!;
      const isArchived = part.is_archived === true;
      const members = storableTexts(part.members);
      this.#addPlace({ id, folder: storableText(part.name), isChannel: true, members });
      this.#names.set(id, name);
      if (name === part.name) this.#report.add('channels', 'comes');
      else this.#report.add('channels', 'changed', 'Names are shortened to 60 characters and made unique.');
      const created = Number(part.created);
      return {
        sourceId: id,
        name,
        description: descriptionOf(
          storableText(objectOf(part.purpose).value) || storableText(objectOf(part.topic).value),
        ),
        isPrivate,
        isArchived,
        isDefault: part.is_general === true && !isPrivate && !isArchived,
        creator: storableText(part.creator) || undefined,
        createdAt: new Date(created > 0 && created < 1e11 ? created * 1000 : 0).toISOString(),
        members,
      };
    });
  }

  async #readConversations(file: 'dms.json' | 'mpims.json'): Promise<Place[]> {
    const list = await this.#placeList(file, false);
    return list.map((part) => {
      const id = storableText(part.id);
      const place = {
        id,
        folder: file === 'dms.json' ? id : storableText(part.name),
        isChannel: false,
        members: storableTexts(part.members),
      };
      this.#report.add(file === 'dms.json' ? 'direct conversations' : 'group conversations', 'comes');
      this.#addPlace(place);
      return place;
    });
  }

  #addPlace(place: Place): void {
    if (this.#places.has(place.folder))
      throw new ArchiveError(`The archive has two channels in the folder ${place.folder}.`);
    this.#places.set(place.folder, place);
  }

  #findDays(): void {
    for (const file of this.#archive.files) {
      const [, folder, day] = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/.exec(file) ?? [];
      if (day === undefined) {
        if (file.includes('/')) this.#report.add('other files', 'stays', 'They hold no messages.');
      } else if (this.#places.has(folder!)) {
        const files = this.#days.get(day);
        if (files) files.push(file);
        else this.#days.set(day, [file]);
      } else this.#report.add('other files', 'stays', 'Their folder belongs to no channel.');
    }
  }

  /** Reads everything once. @returns messages of each day */
  async #examine(): Promise<number[]> {
    const counts: number[] = [];
    for (const day of this.#sortedDays()) {
      const placed = await this.#readDay(day, true);
      for (const one of placed) this.#note(one);
      counts.push(placed.length);
    }
    return counts;
  }

  #sortedDays = (): string[] => [...this.#days.keys()].sort();

  async *#messages(counts: readonly number[], from: number): AsyncGenerator<SourceMessage> {
    let before = 0;
    for (const [index, day] of this.#sortedDays().entries()) {
      const count = counts[index]!;
      before += count;
      if (before <= from) continue;
      const placed = await this.#readDay(day, false);
      // The archive is another one than it was.
      if (placed.length !== count) throw new ArchiveError(`The archive has changed while it was read (${day}).`);
      for (const one of placed.slice(Math.max(0, from - (before - count)))) yield this.#toSource(one);
    }
  }

  /** Messages of a day in the order of time, each once. */
  async #readDay(day: string, isFirst: boolean): Promise<Placed[]> {
    const placed = new Map<string, Placed>();
    for (const file of this.#days.get(day)!) {
      const place = this.#places.get(file.slice(0, file.indexOf('/')))!;
      const list = await readList(this.#archive, file, (bytes) => {
        if (isFirst) this.#hash.update(file).update('\0').update(bytes);
      });
      for (const [index, raw] of list.entries()) {
        const message = readMessage(raw);
        if (typeof message === 'string') throw new ArchiveError(`Message ${index + 1} of ${file} ${message}.`);
        const key = `${place.id}/${storableText(raw.ts)}`;
        if (message === undefined) {
          if (isFirst) this.#report.add('notices', 'stays', 'Slack wrote them: joins, renames, calls.');
        } else if (!placed.has(key) && this.#hasText(message)) placed.set(key, { place, message });
        else if (isFirst) this.#report.add('messages', 'stays', 'They are empty, or the archive has them twice.');
      }
      if (placed.size > MAX_DAY_MESSAGES) throw new ArchiveError(`${day} has more than ${MAX_DAY_MESSAGES} messages.`);
    }
    return [...placed.values()].sort((a, b) => compareTs(a.message.ts, b.message.ts));
  }

  #hasText({ text, appText, files }: SlackMessage): boolean {
    return text.trim() !== '' || appText.trim() !== '' || files.some(({ url }) => url !== undefined);
  }

  /** Notes of a message what later ones, or the directory, need, and counts it. */
  #note({ place, message }: Placed): void {
    const report = this.#report;
    const sender = this.#senderOf(message);
    if (!this.#people.has(sender)) {
      const { names, isBot } = message.sender;
      const stranger = strangerOf(sender, names, isBot);
      this.#people.set(sender, stranger);
      this.#names.set(sender, stranger.fullName);
      report.add(isBot ? 'bots' : 'people', 'changed', 'Senders who are not in users.json come deactivated.');
    }
    if (!place.isChannel && !place.members.includes(sender)) place.members.push(sender);
    if (!this.#firstMessages.has(sender)) this.#firstMessages.set(sender, timeOf(message.ts));
    for (const target of [...targetsIn(message.text)]) this.#linked.add(target);
    const { threadTs } = message;
    const isReply = threadTs !== undefined && threadTs !== message.ts;
    if (place.isChannel && (threadTs !== undefined || message.hasReplies))
      this.#nameThread(place, threadTs ?? message.ts, message);
    if (message.isBroadcast)
      report.add('messages', 'changed', 'Replies that were also sent to the channel are in their topic.');
    else if (isReply && !place.isChannel)
      report.add('messages', 'changed', 'Direct messages have no threads: replies follow in the conversation.');
    else report.add('messages', 'comes');
    if (message.editedTs !== undefined)
      report.add('edits', 'changed', 'The time of the last edit comes; the archive has no earlier text.');
    for (const { id, url, downloadUrl } of message.files)
      if (this.#files && downloadUrl !== undefined)
        report.add('files', 'comes', 'They are fetched from Slack. Files that cannot be fetched come as links.');
      else if (url === undefined) report.add('files', 'stays', 'Slack has deleted or hidden them.');
      else {
        report.add('files', 'changed', 'They come as links to Slack, which need an account there.');
        this.#linkedFiles.add(id || url);
      }
    const known = message.reactions.flatMap(({ name, users }) => {
      const emoji = emojiOfSlack(name);
      if (emoji === undefined)
        report.add(
          'reactions',
          'stays',
          "Pictures of the organization's own emoji are not in the archive.",
          users.length,
        );
      return emoji === undefined ? [] : users.map((person) => ({ emoji, person }));
    });
    this.#reactions.note(known);
  }

  #senderOf({ sender: { id } }: SlackMessage): string {
    return this.#people.has(id) ? id : (this.#bots.get(id) ?? id);
  }

  #nameThread(place: Place, rootTs: string, message: SlackMessage): void {
    const key = `${place.id}/${rootTs}`;
    if (this.#threads.has(key)) return;
    const topics = this.#topics.get(place.id) ?? new UniqueNames();
    this.#topics.set(place.id, topics);
    const words = topicFromText(firstLine(message, (id) => this.#names.get(id)));
    const name = words || `Thread of ${timeOf(rootTs).slice(0, 10)}`;
    this.#threads.set(key, topics.take(name, limits.maxTopicLength));
    this.#report.add('threads', 'changed', 'Each becomes a topic with the first words of its first message.');
  }

  #toSource({ place, message }: Placed): SourceMessage {
    const key = `${place.id}/${message.ts}`;
    const topic = this.#threads.get(`${place.id}/${message.threadTs ?? message.ts}`) ?? '';
    return {
      key,
      place: place.isChannel ? { channel: place.id, topic } : { conversation: place.id },
      sender: this.#senderOf(message),
      sentAt: timeOf(message.ts),
      editedAt: message.editedTs === undefined ? null : timeOf(message.editedTs),
      files: this.#filesOf(message),
      size: message.text.length + message.appText.length,
      content: (names) => toMarkdown(message, names),
      reactions: message.reactions.flatMap(({ name, users }) => {
        const emoji = emojiOfSlack(name);
        return emoji === undefined ? [] : [{ emoji, people: users }];
      }),
    };
  }

  #filesOf({ files }: SlackMessage): SourceFile[] {
    const fetch = this.#files;
    if (!fetch) return [];
    return files.flatMap(({ id, name, downloadUrl, mayBeHtml }) =>
      downloadUrl === undefined ? [] : [{ key: id, name, fetch: () => fetch(new URL(downloadUrl), mayBeHtml) }],
    );
  }

  #reportWhatIsNotThere(): void {
    this.#report.add(
      'unread, saved items, pins, groups',
      'stays',
      'The archive does not have them. All messages come as read.',
      0,
    );
  }
}

/** Times of different lengths are compared as numbers of seconds, then of microseconds. */
function compareTs(a: string, b: string): number {
  const [seconds, fraction = ''] = a.split('.');
  const [otherSeconds, otherFraction = ''] = b.split('.');
  return (
    Number(seconds) - Number(otherSeconds) || Number(fraction.padEnd(6, '0')) - Number(otherFraction.padEnd(6, '0'))
  );
}
