import { createHash } from 'node:crypto';
import type { ImportedPerson } from '../../chat/imports/imported.ts';
import { flagBits } from '../../chat/reading/flags.ts';
import { readEmojiName } from '../../chat/realm-emoji/emoji-name.ts';
import { MAX_EMOJI } from '../../chat/realm-emoji/realm-emoji.ts';
import { limits } from '../../chat/settings/realm-settings.ts';
import { Addresses } from '../addresses.ts';
import { ArchiveError, type ImportArchive, shown } from '../archive/archive.ts';
import { isObject, type JsonObject, objectOf, objectsOf, storableText, storableTexts } from '../json.ts';
import { readLines } from '../lines.ts';
import { channelNameOf, descriptionOf, topicFromText, UniqueNames } from '../names.ts';
import { ReactionCounts } from '../reaction-counts.ts';
import { Report } from '../report.ts';
import { emojiOfSlack } from '../slack/slack-emoji.ts';
import type { ImportSource, SourceEmoji, SourceFile, SourceMessage, SourcePicture } from '../source.ts';
import { MAX_ORDERED, MessageOrder } from './message-order.ts';
import {
  channelId,
  channelsOf,
  type MattermostChannel,
  readChannel,
  readPerson,
  unlistedPerson,
} from './read-directory.ts';
import { accountName, type MattermostMessage, type MattermostThread, readThread } from './read-post.ts';
import { fileName, firstWords, postMarkdown } from './read-text.ts';

/** Name of the file that `mmctl export` writes. */
export const MATTERMOST_FILE = 'import.jsonl';
/** Bytes of a picture. */
const MAX_PICTURE = 10 * 2 ** 20;
/** People and channels of one export, which are in memory. */
const MAX_ENTRIES = 1_000_000;

/**
 * Reads all of an export once and checks it: nothing is written unless all of it can be read.
 * @param uploadLimit bytes of one file
 * @throws {ArchiveError}
 */
export async function openMattermost(archive: ImportArchive, uploadLimit: number): Promise<ImportSource> {
  const lists = archive.files.filter((file) => !file.includes('/') && file.endsWith('.jsonl'));
  const [file, other] = lists.includes(MATTERMOST_FILE) ? [MATTERMOST_FILE] : lists;
  if (file === undefined)
    throw new ArchiveError(`The archive has no ${MATTERMOST_FILE}, so it is not an export of Mattermost.`);
  if (other !== undefined) throw new ArchiveError(`The archive has ${file} and ${other}. It must have one of them.`);
  return new MattermostReading(archive, file, uploadLimit).read();
}

/** A message with where it stands. */
interface Placed {
  thread: MattermostThread;
  /** Number of the thread's line among those with messages. */
  line: number;
  message: MattermostMessage;
}

class MattermostReading {
  readonly #archive: ImportArchive;
  readonly #file: string;
  readonly #uploadLimit: number;
  readonly #files: ReadonlySet<string>;
  readonly #hash = createHash('sha256');
  readonly #report = new Report();
  readonly #reactions = new ReactionCounts();
  readonly #addresses = new Addresses('mattermost');
  readonly #people = new Map<string, ImportedPerson>();
  readonly #channels = new Map<string, MattermostChannel>();
  readonly #conversations = new Map<string, Set<string>>();
  readonly #emoji = new Map<string, SourceEmoji>();
  readonly #avatars: SourcePicture[] = [];
  readonly #order = new MessageOrder();
  /** Topics of threads by the numbers of their lines. */
  readonly #topics = new Map<number, string>();
  readonly #names = new Map<string, UniqueNames>();
  readonly #firstMessages = new Map<string, number>();
  readonly #begun = new Map<string, number>();

  constructor(archive: ImportArchive, file: string, uploadLimit: number) {
    this.#archive = archive;
    this.#file = file;
    this.#uploadLimit = uploadLimit;
    this.#files = new Set(archive.files);
  }

  async read(): Promise<ImportSource> {
    let number = 0;
    for await (const text of readLines(this.#archive, this.#file, (bytes) => this.#hash.update(bytes))) {
      number++;
      if (text.trim() === '') continue;
      this.#take(number, this.#objectOf(number, text));
    }
    if (number === 0) throw this.#wrong(1, 'is missing');
    this.#order.sort();
    this.#hashFiles();
    this.#reactions.addTo(this.#report, this.#people);
    this.#reportWhatIsNotThere();
    const timeOf = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
    return {
      name: 'mattermost',
      digest: this.#hash.digest('hex'),
      directory: {
        people: [...this.#people.values()].map((person) => ({
          ...person,
          joinedAt: timeOf(this.#firstMessages.get(person.sourceId)),
        })),
        channels: this.#namedChannels(timeOf),
        conversations: [...this.#conversations].map(([sourceId, people]) => ({ sourceId, people: [...people] })),
      },
      total: this.#order.count,
      linked: new Set(),
      linkedFiles: 0,
      report: this.#report.rows,
      messages: (from) => this.#messages(from),
      emoji: [...this.#emoji.values()],
      avatars: this.#avatars,
    };
  }

  #wrong(number: number, what: string): ArchiveError {
    return new ArchiveError(`Line ${number} of ${this.#file} ${what}.`);
  }

  #changed = (number: number) => this.#wrong(number, 'has changed while it was read');

  #objectOf(number: number, text: string): { type: string; content: JsonObject; version: unknown } {
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      throw this.#wrong(number, 'is not valid JSON');
    }
    if (!isObject(line) || typeof line.type !== 'string') throw this.#wrong(number, 'is no object with a type');
    return { type: line.type, content: objectOf(line[line.type]), version: line.version };
  }

  #take(number: number, { type, content, version }: { type: string; content: JsonObject; version: unknown }): void {
    if ((number === 1) !== (type === 'version'))
      throw this.#wrong(number, number === 1 ? 'does not say the version' : 'says the version again');
    switch (type) {
      case 'version':
        if (version !== 1) throw this.#wrong(number, 'says a version other than 1');
        break;
      case 'team':
        this.#report.add('teams', 'changed', 'Their channels are in one organization.');
        break;
      case 'channel':
        this.#takeChannel(number, content);
        break;
      case 'user':
      case 'bot':
        this.#takePerson(number, type, content);
        break;
      case 'emoji':
        this.#takeEmoji(content);
        break;
      case 'direct_channel':
        this.#takeConversation(content);
        break;
      case 'post':
      case 'direct_post':
        this.#takeThread(number, type, content);
        break;
      default:
        this.#report.add('other lines', 'stays', 'Roles, permission schemes and other things have no place here.');
    }
  }

  #takeChannel(number: number, content: JsonObject): void {
    const channel = readChannel(content);
    if (channel.name === '') throw this.#wrong(number, 'is a channel without a name');
    if (this.#channels.has(channel.id)) throw this.#wrong(number, `has the channel ${shown(channel.id)} again`);
    if (this.#channels.size >= MAX_ENTRIES) throw this.#wrong(number, `is one of more than ${MAX_ENTRIES} channels`);
    this.#channels.set(channel.id, channel);
  }

  #takePerson(number: number, type: 'user' | 'bot', content: JsonObject): void {
    const name = accountName(content.username);
    if (name === '') throw this.#wrong(number, 'is a person without a username');
    if (this.#people.has(name)) throw this.#wrong(number, `has the person ${shown(name)} again`);
    if (this.#people.size >= MAX_ENTRIES) throw this.#wrong(number, `is one of more than ${MAX_ENTRIES} people`);
    this.#people.set(name, readPerson(type, content, this.#addresses, this.#report));
    for (const id of channelsOf(content)) this.#channels.get(id)?.members.add(name);
    const picture = this.#find(storableText(content.profile_image));
    if (picture === undefined) return;
    this.#report.add('avatars', 'comes');
    this.#avatars.push({ key: name, fetch: () => this.#bytesOf(picture, MAX_PICTURE) });
  }

  #takeEmoji({ name: given, image }: JsonObject): void {
    const key = storableText(given);
    const name = emojiNameOf(key);
    const file = this.#find(storableText(image));
    if (name === undefined || file === undefined || this.#emoji.has(key) || this.#emoji.size >= MAX_EMOJI) {
      this.#report.add('emoji', 'stays', 'The archive lacks their picture, or Hubbub does not allow their name.');
      return;
    }
    this.#report.add('emoji', 'comes');
    const fetch = () => this.#bytesOf(file, MAX_PICTURE);
    this.#emoji.set(key, { key, name, author: undefined, isDeactivated: false, fetch });
  }

  #takeConversation({ members, participants }: JsonObject): void {
    const people = [
      ...storableTexts(members),
      ...objectsOf(participants).map(({ username }) => storableText(username)),
    ];
    this.#converse([...new Set(people.map(accountName).filter((name) => name !== ''))].sort());
  }

  #converse(people: readonly string[]): string {
    const key = people.join(' ');
    if (people.length === 0 || this.#conversations.has(key)) return key;
    this.#report.add(people.length > 2 ? 'group conversations' : 'direct conversations', 'comes');
    this.#conversations.set(key, new Set(people));
    for (const name of people) this.#know(name);
    return key;
  }

  /** Adds somebody who has no line. */
  #know(name: string): void {
    if (this.#people.has(name)) return;
    this.#people.set(name, unlistedPerson(name));
    this.#report.add('people', 'changed', 'Senders and members who are not in the file come deactivated.');
  }

  #takeThread(number: number, type: 'post' | 'direct_post', content: JsonObject): void {
    const thread = readThread(type, content);
    if (typeof thread === 'string') throw this.#wrong(number, thread);
    const { place } = thread;
    const messages = messagesOf(thread);
    if ('channel' in place) {
      const id = channelId(place.team, place.channel);
      if (!this.#channels.has(id)) throw this.#wrong(number, `is a post in ${shown(id)}, a channel that is not there`);
      if (messages[0]) this.#begun.set(id, Math.min(messages[0].at, this.#begun.get(id) ?? messages[0].at));
      if (thread.hasReplies && messages.length > 0) this.#nameThread(id, messages[0]!);
    } else {
      const key = this.#converse(place.people);
      for (const { sender } of messages) this.#conversations.get(key)!.add(sender);
    }
    this.#order.addLine(number);
    this.#report.add('notices', 'stays', 'They are notices of Mattermost, empty or deleted.', thread.left);
    for (const message of messages) this.#note(number, thread, message);
  }

  #nameThread(channel: string, first: MattermostMessage): void {
    const names = this.#names.get(channel) ?? new UniqueNames();
    this.#names.set(channel, names);
    const words = topicFromText(firstWords(first));
    const topic = words || `Thread of ${new Date(first.at).toISOString().slice(0, 10)}`;
    this.#topics.set(this.#order.lines, names.take(topic, limits.maxTopicLength));
    this.#report.add('threads', 'changed', 'Each becomes a topic with the first words of its first message.');
  }

  #note(number: number, { place, root }: MattermostThread, message: MattermostMessage): void {
    const report = this.#report;
    if (this.#order.count >= MAX_ORDERED) throw this.#wrong(number, `has more than ${MAX_ORDERED} messages before it`);
    this.#order.add(message.at, message.text.length + message.appText.length);
    this.#know(message.sender);
    const first = this.#firstMessages.get(message.sender) ?? message.at;
    this.#firstMessages.set(message.sender, Math.min(first, message.at));
    if (!('channel' in place) && message !== root)
      report.add('messages', 'changed', 'Direct messages have no threads: replies follow in the conversation.');
    else report.add('messages', 'comes');
    if (message.editedAt !== undefined)
      report.add('edits', 'changed', 'The time of the last edit comes; the archive has no earlier text.');
    if (message.isPinned) report.add('pins', 'stays', 'Messages cannot be pinned. Star them, or link to them.');
    for (const path of message.files)
      if (this.#find(path) === undefined) report.add('files', 'stays', 'The archive lacks their content.');
      else report.add('files', 'comes');
    const known = message.reactions.flatMap(({ emoji: name, person }) => {
      const emoji = this.#reactionOf(name);
      if (!emoji) report.add('reactions', 'stays', 'Their emoji is not in the archive.');
      return emoji ? [{ emoji: JSON.stringify(emoji), person }] : [];
    });
    this.#reactions.note(known);
    for (const name of message.starredBy)
      if (this.#people.has(name)) report.add('starred messages', 'comes');
      else report.add('starred messages', 'stays', 'Nobody has that name.');
  }

  #reactionOf(name: string): { emoji: string } | { ownEmoji: string } | undefined {
    if (this.#emoji.has(name)) return { ownEmoji: name };
    const emoji = emojiOfSlack(name);
    return emoji === undefined ? undefined : { emoji };
  }

  /** The file of a path. Exports with attachments have them in `data`. */
  #find(path: string): string | undefined {
    const plain = path.normalize('NFC').replace(/^(?:\.?\/)+/, '');
    return plain === '' ? undefined : [path, plain, `data/${plain}`].find((each) => this.#files.has(each));
  }

  async #bytesOf(file: string, limit: number): Promise<Buffer | undefined> {
    if ((await this.#archive.sizeOf(file)) > limit) return undefined;
    return this.#archive.read(file, limit);
  }

  /** Two exports that differ in their files alone are two. */
  #hashFiles(): void {
    for (const file of this.#archive.files) this.#hash.update('\0').update(file);
  }

  #namedChannels(timeOf: (at: number | undefined) => string | undefined) {
    const names = new UniqueNames();
    const all = [...this.#channels.values()];
    // A channel in use keeps its name if an archived one has the same.
    const inUseFirst = all.toSorted((a, b) => Number(a.isArchived) - Number(b.isArchived));
    const nameOfId = new Map(
      inUseFirst.map(({ id, shownName, name }) => [
        id,
        names.take(channelNameOf(shownName, name), limits.maxStreamNameLength),
      ]),
    );
    return all.map(({ id, name, shownName, description, isPrivate, isArchived, members }) => {
      const here = nameOfId.get(id)!;
      if (here === shownName) this.#report.add('channels', 'comes');
      else this.#report.add('channels', 'changed', 'Names are shortened to 60 characters and made unique.');
      return {
        sourceId: id,
        name: here,
        description: descriptionOf(description),
        isPrivate,
        isArchived,
        // Everybody is in it, in each team.
        isDefault: name === 'town-square' && !isPrivate && !isArchived,
        creator: undefined,
        createdAt: timeOf(this.#begun.get(id)) ?? new Date(0).toISOString(),
        members: [...members],
      };
    });
  }

  async *#messages(from: number): AsyncGenerator<SourceMessage> {
    for (const window of this.#order.windows(from)) {
      const found = new Map<number, Placed>();
      let number = 0;
      let line = 0;
      for await (const text of readLines(this.#archive, this.#file)) {
        number++;
        if (this.#order.numberOf(line) !== number) continue;
        line++;
        const ranks = this.#order.ranksOf(line - 1, window);
        // Most lines are of other windows, and are not parsed.
        if (!ranks) continue;
        const { type, content } = this.#objectOf(number, text);
        const thread = type === 'post' || type === 'direct_post' ? readThread(type, content) : 'is another one';
        const messages = typeof thread === 'string' ? [] : messagesOf(thread);
        // The archive is another one than it was.
        if (typeof thread === 'string' || messages.length !== ranks.length) throw this.#changed(number);
        for (const [n, message] of messages.entries())
          if (ranks[n]! >= window.from && ranks[n]! < window.to)
            found.set(ranks[n]!, { thread, line: line - 1, message });
      }
      for (let rank = window.from; rank < window.to; rank++) {
        const placed = found.get(rank);
        if (!placed) throw this.#changed(number);
        yield this.#toSource(rank, placed);
        found.delete(rank);
      }
    }
  }

  #toSource(rank: number, { thread: { place }, line, message }: Placed): SourceMessage {
    const id = 'channel' in place ? channelId(place.team, place.channel) : undefined;
    const team = 'channel' in place ? place.team : undefined;
    return {
      key: String(rank),
      place:
        id === undefined
          ? { conversation: (place as { people: string[] }).people.join(' ') }
          : { channel: id, topic: this.#topics.get(line) ?? '' },
      sender: message.sender,
      sentAt: new Date(message.at).toISOString(),
      editedAt: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
      files: message.files.flatMap((path) => this.#sourceFile(path)),
      size: message.text.length + message.appText.length,
      content: (names) =>
        postMarkdown(
          message,
          {
            isPerson: (name) => this.#people.has(name),
            channelNamed: (name) => {
              const channel = team === undefined ? undefined : channelId(team, name);
              return channel !== undefined && this.#channels.has(channel) ? channel : undefined;
            },
          },
          names,
        ),
      reactions: message.reactions.flatMap(({ emoji, person }) => {
        const found = this.#reactionOf(emoji);
        return found ? [{ ...found, people: [person] }] : [];
      }),
      flags: message.starredBy.map((person) => ({ person, bits: flagBits.starred })),
    };
  }

  #sourceFile(path: string): SourceFile[] {
    const file = this.#find(path);
    if (file === undefined) return [];
    return [{ key: path, name: fileName(path), fetch: () => this.#bytesOf(file, this.#uploadLimit) }];
  }

  #reportWhatIsNotThere(): void {
    this.#report.add(
      'unread, favorites, notification settings',
      'stays',
      'Everything is read, and settings are those of new members.',
      0,
    );
  }
}

const messagesOf = ({ root, replies }: MattermostThread): MattermostMessage[] => [...(root ? [root] : []), ...replies];

function emojiNameOf(given: string): string | undefined {
  try {
    return readEmojiName(given.slice(0, 100));
  } catch {
    return undefined;
  }
}
