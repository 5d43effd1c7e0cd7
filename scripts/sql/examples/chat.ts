import * as channels from '../../../src/chat/channels/queries.ts';
import { deleteSomeOwnRows } from '../../../src/chat/erasure/queries.ts';
import * as queues from '../../../src/chat/event-queues/queries.ts';
import { pageOfMessages } from '../../../src/chat/exports/content-queries.ts';
import { pageOfUploads } from '../../../src/chat/exports/file-queries.ts';
import * as invitations from '../../../src/chat/invitations/queries.ts';
import * as flags from '../../../src/chat/message-flags/queries.ts';
import { markReadByMove } from '../../../src/chat/messages/edit/moved-flags-queries.ts';
import * as edit from '../../../src/chat/messages/edit/queries.ts';
import { scanToUnread } from '../../../src/chat/messages/fetch/first-unread-queries.ts';
import { loadPage } from '../../../src/chat/messages/fetch/queries.ts';
import { loadNewestOfTopics } from '../../../src/chat/messages/mentions/queries.ts';
import { loadReaderIds } from '../../../src/chat/messages/receipts/queries.ts';
import { loadTexts } from '../../../src/chat/messages/search/queries.ts';
import type { ComposedMessage } from '../../../src/chat/messages/send/composed-message.ts';
import { markReadFor, writeMessages } from '../../../src/chat/messages/send/queries.ts';
import { findConversationOfMessage } from '../../../src/chat/narrow/queries.ts';
import { markResolutionRead } from '../../../src/chat/notification-bot/queries.ts';
import { seesAnyOf, unreadAmong } from '../../../src/chat/reading/visible-among.ts';
import { loadStarredIds } from '../../../src/chat/register/queries.ts';
import { loadUnread } from '../../../src/chat/register/unread-queries.ts';
import { loadUnreadRows } from '../../../src/chat/subscriptions/archive-queries.ts';
import * as subscriptions from '../../../src/chat/subscriptions/queries.ts';
import * as topics from '../../../src/chat/topics/queries.ts';
import * as uploads from '../../../src/chat/uploads/queries.ts';
import * as groups from '../../../src/chat/user-groups/queries.ts';
import { isLimitingGuests, loadAcquaintances, loadKnownPeople } from '../../../src/chat/users/known-people-queries.ts';
import * as users from '../../../src/chat/users/queries.ts';
import type { FactSource } from '../../../src/platform/events/facts.ts';
import type { Examples } from '../compose.ts';
import { NOW, ORGANIZATION, reader } from './reader.ts';

const topic = { channelId: 1, topic: 'dock 4' };
const range = { after: 0, upto: 1, limit: 1 };

const message = { message: { sender: { id: 7 }, submessages: [] }, rendered: {}, organizationId: ORGANIZATION };
const composed = {
  ...message,
  topicParticipantIds: [],
  alertedUserIds: [],
  mutedByUserIds: [],
} as unknown as ComposedMessage;
composed.message.mentionedUserIds = [];

const person = { organizationId: ORGANIZATION, userId: reader.userId as never };

/** A source of facts that knows how the reader stands to the channels. */
const facts = { read: async () => reader } as unknown as FactSource;

export const chat: Examples = [
  [
    'of drafts',
    (tx) =>
      deleteSomeOwnRows(
        tx,
        { table: 'chat.drafts', column: 'user_id' },
        { organizationId: ORGANIZATION, userId: 7, limit: 1000 },
      ),
  ],
  ['by ID', (tx) => channels.loadChannelsByIds(tx, [1])],
  ['by name', (tx) => channels.loadChannelsByNames(tx, ['dock'])],
  ['archived, by name', (tx) => channels.loadArchivedChannelByName(tx, 'dock')],
  ['all', (tx) => channels.loadAllChannels(tx)],
  (tx) => channels.loadSubscriberCounts(tx, [1]),
  (tx) => channels.loadSubscriberIds(tx, [1]),
  (tx) => queues.readTaggedEvents(tx, range, { tags: ['user:7'], allMessages: false, types: null }),
  [
    'all messages, of some types',
    (tx) => queues.readTaggedEvents(tx, range, { tags: [], allMessages: true, types: ['message'] }),
  ],
  ['all', (tx) => invitations.loadOpenInvitations(tx, NOW, undefined)],
  ['by ID', (tx) => invitations.findOpenInvitation(tx, NOW, 1)],
  ['by token', (tx) => invitations.findByToken(tx, NOW, Buffer.alloc(0))],
  (tx) => pageOfMessages(tx, { organizationId: ORGANIZATION, consentingIds: [7] }, 0),
  (tx) => pageOfUploads(tx, { organizationId: ORGANIZATION, consentingIds: [7] }, 0),
  ['to mark as read', (tx) => flags.loadMarkable(tx, reader, { op: 'add', flag: 'read' }, [1])],
  ['to mark as unread, or with a star', (tx) => flags.loadMarkable(tx, reader, { op: 'remove', flag: 'read' }, [1])],
  (tx) => flags.addToRead(tx, reader, [1]),
  ['starred', (tx) => flags.addFlag(tx, reader, 'starred', [1])],
  ['collapsed', (tx) => flags.addFlag(tx, reader, 'collapsed', [1])],
  ['starred', (tx) => flags.removeFlag(tx, reader, 'starred', [1])],
  ['collapsed', (tx) => flags.removeFlag(tx, reader, 'collapsed', [1])],
  (tx) => findConversationOfMessage(tx, reader, 1),
  (tx) => subscriptions.insertSubscriptions(tx, [], [7], { eventId: 1, messageId: 1 }),
  (tx) => subscriptions.loadUnreadOf(tx, [1], [7]),
  (tx) => loadUnreadRows(tx, 1, [7]),
  (tx) => subscriptions.loadVisibleStars(tx, [1], [7]),
  (tx) => markReadByMove(tx, [1], { id: 1 }, { id: 2 }),
  ['color', (tx) => subscriptions.updateSubscriptionSetting(tx, 7, 'color', [])],
  ['is_muted', (tx) => subscriptions.updateSubscriptionSetting(tx, 7, 'is_muted', [])],
  (tx) => topics.hasVisibleMessage(tx, reader, topic),
  (tx) => topics.loadVisibleTopics(tx, reader, 1, { before: 100, limit: 10 }),
  ['by path', (tx) => uploads.loadAttachmentByPath(tx, 'a/b')],
  ['by paths', (tx) => uploads.loadAttachmentsByPaths(tx, ['a/b'])],
  ['by ID', (tx) => uploads.loadAttachmentsByIds(tx, [1])],
  ['of an owner', (tx) => uploads.loadAttachmentsOf(tx, 7, 1)],
  (tx) => groups.loadGroupIdsOfUsers(tx, [7]),
  (tx) => groups.loadDirectGroupsOfUsers(tx, [7]),
  (tx) => groups.loadMembersOfGroups(tx, [1]),
  (tx) => groups.loadPeopleUnder(tx, [1]),
  (tx) => groups.loadUserGroups(tx),
  ['by ID', (tx) => users.loadUsersByIds(tx, [7])],
  ['by e-mail', (tx) => users.loadUsersByEmails(tx, ['mara@example.org'])],
  ['all', (tx) => users.loadAllUsers(tx)],
  ['all', (tx) => loadAcquaintances(tx, [7])],
  ['without some subscriptions', (tx) => loadAcquaintances(tx, [7], [{ channelId: 1, userId: 7 }])],
  (tx) => isLimitingGuests(tx),
  (tx) => loadKnownPeople(tx, 7),
  (tx) => loadStarredIds(tx, reader),
  (tx) => loadUnread(tx, 7, []),
  (tx) => edit.updateAlerted(tx, 1, [7]),
  (tx) => edit.loadMovedIds(tx, reader, { id: 1, ...topic }, 'change_all'),
  (tx) => edit.lockNewestOfTopic(tx, reader, 1, 'dock 4', 1),
  (tx) => edit.countTopicSince(tx, reader, topic, NOW),
  (tx) => edit.loadConcerned(tx, 1, [1], { withPresent: true }),
  (tx) => scanToUnread(tx, reader, 1),
  ['messages by ID', (tx) => loadPage(tx, reader, [1])],
  (tx) => loadNewestOfTopics(tx, reader, [topic]),
  ['of a channel', (tx) => loadReaderIds(tx, person, { ...composed.message, id: 1, channelId: 1, recipientId: 11 })],
  [
    'direct',
    (tx) => loadReaderIds(tx, person, { ...composed.message, id: 1, channelId: null, recipientId: 21, people: [] }),
  ],
  (tx) => loadTexts(tx, reader, [1]),
  () => writeMessages([composed], 1, NOW),
  (tx) => markReadFor(tx, 1, [7]),
  (tx) => markResolutionRead(tx, 1),
  (tx) => seesAnyOf(tx, facts, person, [1]),
  (tx) => unreadAmong(tx, facts, person, [1]),
];
