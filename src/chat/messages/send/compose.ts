import { hasDirectMessages } from '../../../platform/assistants/scope.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { Services } from '../../../platform/services.ts';
import { alertedUserIds } from '../../alert-words/access.ts';
import {
  type ChannelCaller,
  findChannel,
  hasMetadataAccess,
  maySendTo,
  notAuthorizedToSend,
} from '../../channels/access.ts';
import { doEnsureConversation } from '../../direct-conversations/actions.ts';
import type { AudienceTag } from '../../events/emit.ts';
import { type ChatCaller, Role } from '../../http/caller.ts';
import { badRequest, ChatError, noRight } from '../../http/errors.ts';
import { renderMessage } from '../../markdown/index.ts';
import { mutersOf } from '../../muted-users/access.ts';
import { readContent } from '../../reading/content.ts';
import type { Message, MessagePerson, MessageSent } from '../../reading/message.ts';
import { renderOptions } from '../../reading/render-options.ts';
import { type Realm, realmOf } from '../../realms/access.ts';
import { readTopic } from '../../topics/topic-name.ts';
import { checkTopicAllowed, topicWhereNoneIsNamed } from '../../topics/topics-policy.ts';
import { attachmentIdsOf, uploadsIn } from '../../uploads/access.ts';
import { dummyHostsOf, findUserByEmail, findUserById, type User, usersByIds } from '../../users/access.ts';
import { isKnown, knownPeople } from '../../users/known-people.ts';
import { mentionDirectory } from '../mentions/directory.ts';
import { checkGroupMentions } from '../mentions/group-mentions.ts';
import { checkWildcards } from '../mentions/wildcards.ts';
import { type Widget, widgetOf } from '../submessages/widget.ts';
import type { ComposedMessage } from './composed-message.ts';
import { checkDirectMessage } from './direct-permission.ts';
import { readBySenderByDefault } from './read-by-sender.ts';
import {
  isDirect,
  type MessageRecipients,
  type MessageType,
  readChannelRecipient,
  readPeopleRecipients,
} from './recipients.ts';

/** The facts about a sender that a message is checked by. */
export type Author = ChannelCaller & Pick<ChatCaller, 'isBot'>;

/** A message as its sender asks for it. */
export interface MessageRequest {
  type: MessageType;
  to: MessageRecipients;
  /** Undefined: the sender names none. */
  topic: string | undefined;
  content: string;
  /** Undefined: as the client and the recipient suggest. */
  readBySender: boolean | undefined;
  /** Name of the sending program. */
  client: string;
  local: MessageSent['local'];
  /** A notice of the organization itself, which goes wherever it is sent, whatever its bot could know or do. */
  isNotice?: boolean;
  /** Whether another rule than the channel's permissions has let the sender write there: a task's topic takes what its driver writes. */
  isPermitted?: boolean;
}

/** Facts for checking a draft, and the event up to which they are known to hold. */
export interface SendContext {
  services: Services;
  facts: FactSource;
  reader: Reader;
  asOf: number;
  /** The transaction that holds the log meanwhile, if any. */
  tx?: Tx;
}

/** Destination of a message. */
type Destination = Pick<Message, 'recipientId' | 'channelId' | 'channelName' | 'topic' | 'people'> & {
  audience: AudienceTag[];
};

/**
 * Checks a draft by every rule and makes it ready to be written. Warm, a draft without names asks nothing of the
 * database.
 * @throws {ChatError}
 */
export async function composeMessage(
  context: SendContext,
  caller: Author,
  draft: MessageRequest,
): Promise<ComposedMessage> {
  const { services, facts, reader } = context;
  const { organizationId } = caller;
  // One after the other, here and below: the facts may come through one transaction, and warm ones are at hand.
  const realm = await realmOf(facts);
  const sender = await findUserById(facts, caller.userId);
  // The caller was authorized when the request came; since then the account may have ended. Notices of the organization
  // go on when somebody has deactivated the bot whose name they have.
  if (!sender || !(sender.isActive || draft.isNotice))
    throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
  if (isDirect(draft.type) && !hasDirectMessages(caller.scope))
    throw noRight('This key does not write direct messages.');
  const content = readContent(draft.content);
  const destination = isDirect(draft.type)
    ? await directDestination(context, realm, sender, draft)
    : await channelDestination(context, realm, caller, sender, draft);
  const author = { organizationId, userId: caller.userId, role: draft.isNotice ? Role.owner : sender.role };
  const knower = draft.isNotice ? await recipientOf(facts, author, destination) : author;
  const directory = await mentionDirectory(reader, facts, author, content, knower);
  const options = await renderOptions(services, facts, sender);
  const uploads = await uploadsIn(reader, facts, author, content);
  const rendered = renderMessage(content, directory, { ...options, uploads });
  const now = services.clock.now();
  const isFree = draft.isNotice || draft.isPermitted;
  // A notice, and what a driver says of a task, goes out with silent mentions instead.
  if (!isFree) checkGroupMentions(rendered);
  const widget = isFree ? undefined : widgetOf(content);
  const topicParticipantIds = await checkWildcards({ reader, facts }, realm, sender, destination, rendered);
  return {
    organizationId,
    asOf: context.asOf,
    rendered,
    audience: destination.audience,
    local: draft.local,
    topicParticipantIds,
    attachmentIds: attachmentIdsOf(rendered, uploads),
    mutedByUserIds: await mutedByAmong(facts, sender.id, destination),
    alertedUserIds: await alertedAmong(services, organizationId, destination.people, rendered.plainText),
    message: {
      recipientId: destination.recipientId,
      channelId: destination.channelId,
      channelName: destination.channelName,
      topic: destination.topic,
      sender: messagePerson(sender),
      people: destination.people,
      client: draft.client,
      content,
      renderedContent: rendered.html,
      timestamp: Math.floor(now.getTime() / 1000),
      isMeMessage: rendered.isMeMessage,
      readBySender:
        draft.readBySender ??
        readBySenderByDefault({ userId: sender.id, isBot: sender.isBot }, draft.client, destination.people),
      reactions: [],
      submessages: widget === undefined ? [] : [widgetSubmessage(sender.id, widget)],
      editHistory: [],
      lastEditTimestamp: null,
      lastMovedTimestamp: null,
      mentionedUserIds: rendered.mentionedUserIds,
      mentionedGroupIds: rendered.mentionedGroupIds,
      channelWildcard: rendered.channelWildcard,
      topicWildcard: rendered.topicWildcard,
    },
  };
}

/** Returns the person that a notice is for; a notice to a channel is for its bot. */
async function recipientOf(facts: FactSource, bot: ChannelCaller, { people }: Destination): Promise<ChannelCaller> {
  const { organizationId } = bot;
  const other = people.find(({ id }) => id !== bot.userId);
  const user = other && (await findUserById(facts, other.id));
  return user ? { organizationId, userId: user.id, role: user.role } : bot;
}

/** A message's first submessage; the database gives it the message's ID. */
function widgetSubmessage(senderId: number, widget: Widget): Message['submessages'][number] {
  return { id: 0, message_id: 0, sender_id: senderId, msg_type: 'widget', content: JSON.stringify(widget) };
}

/** Returns the people whose alert words occur in a text: among the recipients of a direct message, or all. */
async function alertedAmong(
  services: Services,
  organizationId: string,
  people: readonly MessagePerson[],
  text: string,
): Promise<number[]> {
  const alerted = await alertedUserIds(services, organizationId, text);
  return people.length === 0 ? alerted : alerted.filter((userId) => people.some(({ id }) => id === userId));
}

/** Returns the recipients who have muted the sender. */
async function mutedByAmong(
  facts: FactSource,
  senderId: number,
  { channelId, people }: Destination,
): Promise<number[]> {
  const muting = await mutersOf(facts, senderId, channelId);
  return channelId === null ? muting.filter((userId) => people.some(({ id }) => id === userId)) : [...muting];
}

async function channelDestination(
  { facts }: SendContext,
  realm: Realm,
  caller: Author,
  sender: User,
  draft: MessageRequest,
): Promise<Destination> {
  const recipient = readChannelRecipient(draft.to);
  const poster = { ...caller, role: sender.role };
  const channel = await findChannel(facts, 'id' in recipient ? recipient.id : recipient.name);
  const isPermitted = draft.isNotice || draft.isPermitted;
  const maySend = channel && (isPermitted ? !channel.isArchived : await maySendTo(facts, poster, channel));
  if (!channel || !(maySend || (await hasMetadataAccess(facts, poster, channel)))) {
    // A channel that the sender may not know of looks like one that is not there.
    throw 'id' in recipient
      ? new ChatError('STREAM_DOES_NOT_EXIST', `Channel with ID '${recipient.id}' does not exist`, {
          stream_id: recipient.id,
        })
      : new ChatError('STREAM_DOES_NOT_EXIST', `Channel '${recipient.name}' does not exist`, {
          stream: recipient.name,
        });
  }
  if (!maySend) throw notAuthorizedToSend(channel);
  const topic = readTopic(draft.topic ?? topicWhereNoneIsNamed(channel.topicsPolicy, realm), realm);
  if (!isPermitted) checkTopicAllowed(topic, channel.topicsPolicy, realm);
  return {
    recipientId: channel.recipientId,
    channelId: channel.id,
    channelName: channel.name,
    topic,
    people: [],
    // A message is its sender's also where they are not subscribed.
    audience: [`channel:${channel.id}`, `user:${sender.id}`],
  };
}

async function directDestination(
  context: SendContext,
  realm: Realm,
  sender: User,
  draft: MessageRequest,
): Promise<Destination> {
  const { facts, reader } = context;
  const { organizationId } = realm;
  const named = await namedPeople(context, organizationId, sender, draft.to);
  const people = [...new Map([sender, ...named].map((person) => [person.id, person])).values()].sort(
    (a, b) => a.id - b.id,
  );
  if (!draft.isNotice) await checkDirectMessage(reader, facts, realm, sender, people);
  const recipientId = await doEnsureConversation(
    context,
    people.map((person) => person.id),
  );
  return {
    recipientId,
    channelId: null,
    channelName: null,
    topic: '',
    people: people.map(messagePerson),
    audience: people.map((person): AudienceTag => `user:${person.id}`),
  };
}

/** Up to so many people are looked up one by one, mostly in memory; more of them in one query. */
const SMALL_RECIPIENTS = 5;

async function namedPeople(
  { services, facts, reader }: SendContext,
  organizationId: string,
  sender: User,
  to: MessageRecipients,
): Promise<User[]> {
  const recipient = readPeopleRecipients(to);
  if ('emails' in recipient) {
    const asking = { role: sender.role, userId: sender.id };
    const hosts = await dummyHostsOf(services, facts);
    const people: User[] = [];
    for (const email of recipient.emails) {
      const user = await findUserByEmail(facts, email, asking, hosts);
      if (!user) throw badRequest(`Invalid email '${email}'`);
      people.push(user);
    }
    return people;
  }
  // Kept facts are per person: a kept answer for each set of people would be a memory without end.
  const known = await knownPeople(facts, { organizationId, userId: sender.id, role: sender.role });
  const found =
    recipient.ids.length > SMALL_RECIPIENTS ? await usersByIds(reader, recipient.ids) : new Map<number, User>();
  const people: User[] = [];
  for (const id of recipient.ids) {
    const user = found.get(id) ?? (found.size === 0 ? await findUserById(facts, id) : undefined);
    if (!user || !isKnown(known, id)) throw badRequest(`Invalid user ID ${id}`);
    people.push(user);
  }
  return people;
}

function messagePerson(user: User): MessagePerson {
  const { id, email, fullName, emailVisibility, isBot, avatarVersion, hasAvatar } = user;
  return { id, email, fullName, emailVisibility, isBot, avatarVersion, hasAvatar };
}
