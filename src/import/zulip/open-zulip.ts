import { createHash } from 'node:crypto';
import type { ImportedChannel, ImportedPerson } from '../../chat/imports/imported.ts';
import { ArchiveError, fromTop, type ImportArchive } from '../archive/archive.ts';
import { Report } from '../report.ts';
import type { ImportSource, SourceFile, SourceMessage } from '../source.ts';
import { type FiledMessage, MessageFiles } from './message-files.ts';
import {
  type Members,
  RecipientType,
  readChannels,
  readRecipients,
  readSubscriptions,
  type ZulipRecipient,
} from './read-channels.ts';
import {
  readAlertWords,
  readDrafts,
  readLinkifiers,
  readMutes,
  readProfileFields,
  readTopicPolicies,
} from './read-extras.ts';
import { ZulipFiles } from './read-files.ts';
import { readGroups } from './read-groups.ts';
import { editsOf, emojiOf, topicHere } from './read-message.ts';
import { readSystemBots, readZulipPeople, zulipStranger } from './read-people.ts';
import { Receipts } from './receipts.ts';
import { type Reactions, readTables, reportOthers, type Tables } from './tables.ts';
import { rewriteText, type TextNames } from './text.ts';
import { textIn } from './values.ts';

/**
 * Reads all of an export and checks it: nothing is written unless all of it can be read.
 * @param uploadLimit bytes of one upload
 * @throws {ArchiveError}
 */
export async function openZulip(given: ImportArchive, uploadLimit: number): Promise<ImportSource> {
  const archive = fromTop(given, 'realm.json');
  for (const needed of ['realm.json', 'attachment.json'])
    if (!archive.files.includes(needed))
      throw new ArchiveError(`The archive has no ${needed}, so it is not an export of Zulip.`);
  return new ZulipReading(archive, uploadLimit).read();
}

const nothing = () => undefined;

class ZulipReading {
  readonly #hash = createHash('sha256');
  readonly #report = new Report();
  readonly #messages: MessageFiles;
  readonly #files: ZulipFiles;
  readonly #archive: ImportArchive;
  readonly #uploadLimit: number;
  readonly #people = new Map<string, ImportedPerson>();
  readonly #linked = new Set<string>();
  readonly #firstMessages = new Map<string, string>();
  /** People of direct conversations, by the key of the conversation. */
  readonly #conversations = new Map<string, Set<string>>();
  #systemBots: ReadonlyMap<string, string> = new Map();
  #recipients: ReadonlyMap<string, ZulipRecipient> = new Map();
  #members: Members = new Map();
  #channels: ReadonlyMap<string, ImportedChannel> = new Map();
  #reactions: Reactions = new Map();
  #emoji: ReadonlySet<string> = new Set();
  #texts!: TextNames;
  #receipts!: Receipts;

  constructor(archive: ImportArchive, uploadLimit: number) {
    this.#archive = archive;
    this.#uploadLimit = uploadLimit;
    this.#files = new ZulipFiles(archive, this.#report, this.#seen);
    this.#messages = new MessageFiles(archive);
  }

  #seen = (bytes: Buffer): void => {
    this.#hash.update(bytes);
  };

  async read(): Promise<ImportSource> {
    const report = this.#report;
    const { tables, reactions, others } = await readTables(this.#archive, this.#seen);
    this.#reactions = reactions;
    for (const person of readZulipPeople(tables, report)) this.#people.set(person.sourceId, person);
    this.#systemBots = readSystemBots(tables);
    this.#recipients = readRecipients(tables);
    this.#members = readSubscriptions(tables, this.#recipients, report);
    const groups = readGroups(tables, report);
    const given = { members: this.#members, recipients: this.#recipients, groups };
    const { channels, idsByName } = readChannels(tables, given, report);
    this.#channels = new Map(channels.map((channel) => [channel.sourceId, channel]));
    this.#receipts = new Receipts(channels.filter(({ isHistoryPublic }) => isHistoryPublic === false));
    this.#noteGroupConversations();
    await this.#files.readUploads(this.#uploadLimit);
    const emoji = await this.#files.readEmoji(tables);
    this.#emoji = new Set(emoji.map(({ key }) => key));
    const avatars = await this.#files.readAvatars(tables);
    this.#texts = this.#textNames(tables, idsByName);
    const extras = {
      linkifiers: readLinkifiers(tables, report),
      fields: readProfileFields(tables, report),
      topicPolicies: readTopicPolicies(tables, this.#recipients, report),
      mutes: readMutes(tables, report),
      alertWords: readAlertWords(tables, report),
      drafts: readDrafts(
        tables,
        { recipients: this.#recipients, membersOf: (id) => [...(this.#members.get(id)?.keys() ?? [])] },
        report,
      ),
    };
    await this.#messages.find(this.#seen, this.#reactions);
    let total = 0;
    for await (const message of this.#messages.read(0)) {
      total++;
      this.#note(message);
    }
    this.#files.reportUploads();
    reportOthers(others, report);
    const receipts = this.#receipts.all;
    for (const { runs } of receipts) for (const { from, to } of runs) this.#linked.add(from).add(to);
    return {
      name: 'zulip',
      digest: this.#hash.digest('hex'),
      directory: {
        people: [...this.#people.values()].map((person) => ({
          ...person,
          joinedAt: person.joinedAt ?? this.#firstMessages.get(person.sourceId),
        })),
        channels,
        conversations: [...this.#conversations].map(([sourceId, people]) => ({ sourceId, people: [...people] })),
        groups: groups.groups,
        ...extras,
      },
      total,
      linked: this.#linked,
      linkedFiles: 0,
      report: report.rows,
      messages: (from) => this.#sourceMessages(from),
      emoji,
      avatars,
      receipts,
    };
  }

  #noteGroupConversations(): void {
    for (const [id, { type }] of this.#recipients)
      if (type === RecipientType.people) {
        this.#conversations.set(`group ${id}`, new Set(this.#members.get(id)?.keys()));
        this.#report.add('group conversations', 'comes');
      }
  }

  #textNames(tables: Tables, channelIds: ReadonlyMap<string, string>): TextNames {
    const label = textIn(tables.get('realm')![0]!, 'string_id').toLowerCase();
    const people = Map.groupBy(tables.get('userprofile')!, (row) => textIn(row, 'full_name').toLowerCase());
    return {
      isOwnHost: (host) => label !== '' && host.toLowerCase().startsWith(`${label}.`),
      personNamed(name) {
        const named = people.get(name.toLowerCase());
        return named?.length === 1 ? String(named[0]!.id) : undefined;
      },
      channelNamed: (name) => channelIds.get(name),
      hasUpload: this.#files.hasUpload,
    };
  }

  async *#sourceMessages(from: number): AsyncGenerator<SourceMessage> {
    for await (const message of this.#messages.read(from)) yield this.#toSource(message);
  }

  /** The key of the direct conversation of a message. */
  #conversationOf({ recipient, sender }: FiledMessage): string {
    const { type, target } = this.#recipients.get(recipient)!;
    return type === RecipientType.person ? `people ${[sender, target].sort().join(' ')}` : `group ${recipient}`;
  }

  /** Notes of a message what later ones, or the directory, need, and counts it. */
  #note(message: FiledMessage): void {
    const { id, sender, recipient, sentAt, file, people, history } = message;
    const report = this.#report;
    const place = this.#recipients.get(recipient);
    if (!place || (place.type === RecipientType.channel && !this.#channels.has(place.target)))
      throw new ArchiveError(
        `The message ${id} of ${file} is sent to nobody: realm.json has no recipient ${recipient}.`,
      );
    if (!this.#people.has(sender)) {
      const stranger = zulipStranger(sender, this.#systemBots);
      this.#people.set(sender, stranger);
      report.add(stranger.isBot ? 'bots' : 'people', 'changed', 'Senders who are not listed come deactivated.');
    }
    if (!this.#firstMessages.has(sender)) this.#firstMessages.set(sender, sentAt);
    if (place.type === RecipientType.channel) {
      const received = people.filter(({ isReceived }) => isReceived).map(({ person }) => person);
      this.#receipts.note(place.target, id, received);
    } else this.#noteConversation(message, place);
    this.#referredIn(message.content);
    if (message.content.trim() === '') {
      report.add('messages', 'stays', 'They are empty. Their marks and reactions stay behind with them.');
      return;
    }
    report.add('messages', 'comes');
    if (message.editedAt !== null || message.movedAt !== null) report.add('edits and moves', 'comes');
    if (history.some(({ prev_content }) => prev_content !== undefined)) report.add('earlier texts', 'comes');
    for (const reaction of this.#reactions.get(id) ?? []) {
      const emoji = emojiOf(reaction);
      const isKnown = emoji && ('emoji' in emoji || this.#emoji.has(emoji.ownEmoji));
      if (isKnown && this.#people.has(reaction.person)) report.add('reactions', 'comes');
      else report.add('reactions', 'stays', 'Their emoji or their people are not imported.');
    }
    for (const { isRead, bits } of people) {
      if (!isRead) report.add('unread marks', 'comes');
      if ((bits & 1) !== 0) report.add('starred messages', 'comes');
    }
  }

  #noteConversation(message: FiledMessage, { type, target }: ZulipRecipient): void {
    const key = this.#conversationOf(message);
    const known = this.#conversations.get(key);
    if (known) known.add(message.sender);
    else {
      this.#conversations.set(key, new Set([message.sender, target]));
      if (type === RecipientType.person) this.#report.add('direct conversations', 'comes');
    }
  }

  /** Notes the messages that a text refers to. @returns its uploads */
  #referredIn(text: string): SourceFile[] {
    const found = new Set<SourceFile>();
    const note = (kind: string, id: string) => {
      if (kind === 'message') this.#linked.add(id);
      return undefined;
    };
    rewriteText(text, this.#texts, {
      mention: nothing,
      channel: nothing,
      message: (id) => note('message', id),
      numberOf: note,
      file: (path) => {
        const upload = this.#files.upload(path);
        if (upload) found.add(upload);
        return undefined;
      },
      organizationUrl: '',
    });
    return [...found];
  }

  #toSource(message: FiledMessage): SourceMessage {
    const { id, sender, recipient, content, people, history } = message;
    const place = this.#recipients.get(recipient)!;
    const texts = this.#texts;
    return {
      key: id,
      place:
        place.type === RecipientType.channel
          ? { channel: place.target, topic: topicHere(message.topic) }
          : { conversation: this.#conversationOf(message) },
      sender,
      sentAt: message.sentAt,
      editedAt: message.editedAt,
      movedAt: message.movedAt,
      files: this.#referredIn(content),
      size: content.length + history.reduce((sum, item) => sum + textIn(item, 'prev_content').length, 0),
      content: (names) => rewriteText(content, texts, names),
      reactions: (this.#reactions.get(id) ?? []).flatMap((reaction) => {
        const emoji = emojiOf(reaction);
        return emoji ? [{ ...emoji, people: [reaction.person] }] : [];
      }),
      history: editsOf(history, texts),
      flags: people.flatMap(({ person, bits }) => (bits === 0 ? [] : [{ person, bits }])),
      unread: people.flatMap(({ person, isRead }) => (isRead ? [] : [person])),
    };
  }
}
