import { alertWordList } from '../../../src/chat/alert-words/words.ts';
import { draftList } from '../../../src/chat/drafts/draft.ts';
import type { DueItem, DueList } from '../../../src/chat/messages/due/due-list.ts';
import * as due from '../../../src/chat/messages/due/queries.ts';
import { reminderList } from '../../../src/chat/messages/reminders/reminder.ts';
import { scheduledMessageList } from '../../../src/chat/messages/scheduled/scheduled-message.ts';
import { mutedUserList } from '../../../src/chat/muted-users/muted-user.ts';
import { viewList } from '../../../src/chat/navigation-views/navigation-view.ts';
import { itemFields } from '../../../src/chat/owned-lists/fragments.ts';
import type { OwnedList } from '../../../src/chat/owned-lists/owned-list.ts';
import * as lists from '../../../src/chat/owned-lists/queries.ts';
import { playgroundList } from '../../../src/chat/playgrounds/playground.ts';
import { snippetList } from '../../../src/chat/saved-snippets/saved-snippet.ts';
import type { Examples } from '../compose.ts';
import { NOW, ORGANIZATION } from './reader.ts';

const owner = { organizationId: ORGANIZATION, userId: 7 };

/** Every statement about a list, with all fields that its owner may set. */
function ofList<Item extends object>(list: OwnedList<Item>): Examples {
  const isGenerated = list.columns[list.key] === 'id bigint';
  const fields = itemFields(list).filter((field) => !isGenerated || field !== list.key);
  const item = Object.fromEntries(fields.map((field) => [field, ''])) as Partial<Item>;
  return [
    [list.table, (tx) => lists.loadItems(tx, list, owner)],
    [list.table, (tx) => lists.lockItem(tx, list, owner, '')],
    [list.table, (tx) => lists.countItems(tx, list, owner)],
    [list.table, (tx) => lists.insertItems(tx, list, owner, [item])],
    [list.table, (tx) => lists.updateItem(tx, list, owner, '', item)],
    [list.table, (tx) => lists.deleteItems(tx, list, owner, [''])],
    [`${list.table}, all`, (tx) => lists.deleteItems(tx, list, owner, 'all')],
  ];
}

function ofDueList<Item extends DueItem>(list: DueList<Item>): Examples {
  return [
    ...ofList(list),
    [`${list.table}, of anyone`, (tx) => lists.deleteItems(tx, list, { organizationId: ORGANIZATION }, [''])],
    [list.table, (tx) => due.organizationsWithDue(tx, list, NOW, 1)],
    [list.table, (tx) => due.lockDue(tx, list, NOW, 1)],
    [list.table, (tx) => due.organizationsWithFailed(tx, list, NOW)],
    [list.table, (tx) => due.lockFailed(tx, list, NOW, 1)],
  ];
}

export const ownedLists: Examples = [
  ...ofList(alertWordList),
  ...ofList(draftList),
  ...ofList(mutedUserList),
  ...ofList(viewList),
  ...ofList(playgroundList),
  ...ofList(snippetList),
  ...ofDueList(reminderList),
  ...ofDueList(scheduledMessageList),
];
