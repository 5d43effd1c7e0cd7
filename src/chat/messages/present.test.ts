import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { type FlagPerson, flagNames, mentionBitsAtSend } from '../reading/flags.ts';
import type { Message } from '../reading/message.ts';
import type { MessageVariant } from '../reading/message-variant.ts';
import { MessageObject, presentMessage, withFlags } from './present.ts';

const sender = {
  id: 7,
  email: 'mara@couriers.example',
  fullName: 'Mara Member',
  emailVisibility: 1,
  isBot: false,
  avatarVersion: 3,
};
const other = { ...sender, id: 9, email: 'nils@couriers.example', fullName: 'Nils Night', emailVisibility: 3 };

const channelMessage: Message = {
  id: 41,
  recipientId: 5,
  channelId: 2,
  channelName: 'floor',
  topic: 'see https://dock.example/4',
  sender,
  people: [],
  client: 'website',
  content: '**two** vans',
  renderedContent: '<p><strong>two</strong> vans</p>',
  timestamp: 1_700_000_000,
  isMeMessage: false,
  readBySender: true,
  reactions: [{ emojiName: 'van', emojiCode: 'van', reactionType: 'service_extra_emoji', userId: 9 }],
  submessages: [],
  editHistory: [],
  lastEditTimestamp: null,
  lastMovedTimestamp: null,
  mentionedUserIds: [],
  mentionedGroupIds: [],
  channelWildcard: false,
  topicWildcard: false,
};
const directMessage: Message = {
  ...channelMessage,
  channelId: null,
  channelName: null,
  topic: '',
  sender: other,
  people: [sender, other],
};

const variant: MessageVariant = {
  applyMarkdown: true,
  clientGravatar: true,
  emptyTopicName: false,
  legacyEmojiNames: false,
  readerRole: 400,
  editHistory: true,
  hidesSender: false,
};
const context = { host: 'chat.couriers.example', emptyTopicDisplayName: 'general chat', linkifiers: [] };
const check = Compile(MessageObject);

function present(message: Message, changes: Partial<MessageVariant> = {}) {
  const text = withFlags(presentMessage(message, { ...variant, ...changes }, context), ['read']);
  assert.deepEqual(check.Errors(JSON.parse(text)), []);
  return JSON.parse(text);
}

describe('the message object', () => {
  test('content in both forms', () => {
    assert.equal(present(channelMessage).content, channelMessage.renderedContent);
    const raw = present(channelMessage, { applyMarkdown: false });
    assert.equal(raw.content, '**two** vans');
    assert.equal(raw.content_type, 'text/x-markdown');
  });

  test('what does not apply is absent', () => {
    const message = present(channelMessage);
    for (const name of ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp']) assert.ok(!(name in message));
    assert.ok(!('stream_id' in present(directMessage)));
  });

  test('history only where the organization shows it', () => {
    const edited = {
      ...channelMessage,
      editHistory: [{ user_id: 7, timestamp: 1_700_000_100, prev_content: 'x' }],
      lastEditTimestamp: 1_700_000_100,
    };
    assert.equal(present(edited).edit_history.length, 1);
    assert.ok(!('edit_history' in present(edited, { editHistory: false })));
    assert.equal(present(edited, { editHistory: false }).last_edit_timestamp, 1_700_000_100);
  });

  test('the empty topic', () => {
    const untitled = { ...channelMessage, topic: '' };
    assert.equal(present(untitled).subject, 'general chat');
    assert.equal(present(untitled, { emptyTopicName: true }).subject, '');
    assert.equal(present(directMessage).subject, '');
    const moved = {
      ...channelMessage,
      editHistory: [
        { user_id: 7, timestamp: 1_700_000_200, prev_topic: '', topic: 'gates' },
        { user_id: 7, timestamp: 1_700_000_100, prev_topic: 'dock', topic: '' },
        { user_id: 7, timestamp: 1_700_000_000, prev_content: 'x' },
      ],
    };
    assert.deepEqual(
      present(moved).edit_history.map((item: object) => Object.values(item).slice(2)),
      [['general chat', 'gates'], ['dock', 'general chat'], ['x']],
    );
    assert.deepEqual(present(moved, { emptyTopicName: true }).edit_history, moved.editHistory);
  });

  test('e-mail addresses by the role of the reader, in every place', () => {
    const hidden = present(directMessage);
    assert.equal(hidden.sender_email, 'user9@chat.couriers.example');
    assert.equal(hidden.display_recipient[1].email, 'user9@chat.couriers.example');
    assert.equal(hidden.display_recipient[0].email, 'mara@couriers.example');
    assert.match(hidden.avatar_url, /^\/avatar\/9\/\d+$/);
    const seen = present(directMessage, { readerRole: 200 });
    assert.equal(seen.sender_email, 'nils@couriers.example');
    assert.equal(seen.avatar_url, null);
    const pictured = { ...directMessage, sender: { ...other, hasAvatar: true } };
    for (const shown of [
      present(directMessage, { readerRole: 200, clientGravatar: false }),
      present(pictured, { readerRole: 200 }),
    ])
      assert.match(shown.avatar_url, /^\/avatar\/9\/\d+$/);
  });

  test("the old name of the service's emoji for old clients", () => {
    assert.equal(present(channelMessage).reactions[0].reaction_type, 'service_extra_emoji');
    const [reaction] = present(channelMessage, { legacyEmojiNames: true }).reactions;
    assert.equal(reaction.reaction_type, 'zulip_extra_emoji');
    assert.equal(reaction.user_id, 9);
  });

  test('flags and matches are spliced in without harm to what is inside', () => {
    const text = presentMessage({ ...channelMessage, content: '"}]\\' }, { ...variant, applyMarkdown: false }, context);
    const found = JSON.parse(withFlags(text, ['read', 'starred'], { content: '<p>"a"</p>', subject: '\\' }));
    assert.equal(found.content, '"}]\\');
    assert.deepEqual(found.flags, ['read', 'starred']);
    assert.equal(found.match_content, '<p>"a"</p>');
    assert.equal(found.match_subject, '\\');
    assert.deepEqual(JSON.parse(withFlags(text, [])).flags, []);
  });
});

describe('flags', () => {
  const nobody = { userId: 1, groupIds: new Set<number>() };

  test('by name, with the old word for wildcards', () => {
    assert.deepEqual(flagNames(0, false), []);
    assert.deepEqual(flagNames(1 | 2 | 32, true), ['read', 'starred', 'collapsed', 'has_alert_word']);
    assert.deepEqual(flagNames(8, false), ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    assert.deepEqual(flagNames(16 | 64, false), ['topic_wildcard_mentioned', 'historical', 'wildcard_mentioned']);
  });

  test('as a message names a person when it is sent', () => {
    const atSend = (message: Message, person: FlagPerson = nobody, named = {}) =>
      flagNames(mentionBitsAtSend({ message, topicParticipantIds: [], alertedUserIds: [], ...named }, person), false);
    assert.deepEqual(atSend(channelMessage), []);
    assert.deepEqual(atSend({ ...channelMessage, mentionedUserIds: [1] }), ['mentioned']);
    const toGroup = { ...channelMessage, mentionedGroupIds: [4] };
    assert.deepEqual(atSend(toGroup), []);
    assert.deepEqual(atSend(toGroup, { ...nobody, groupIds: new Set([4]) }), ['mentioned']);
    const toTopic = { ...channelMessage, topicWildcard: true };
    assert.deepEqual(atSend(toTopic, nobody, { topicParticipantIds: [2] }), []);
    assert.deepEqual(atSend(toTopic, nobody, { topicParticipantIds: [1] }), [
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
    ]);
    assert.deepEqual(atSend(channelMessage, nobody, { alertedUserIds: [1] }), ['has_alert_word']);
  });
});
