import { loadPageOf } from '../../../src/chat/messages/fetch/queries.ts';
import { chooseAccessPath, flagIndexScan } from '../../../src/chat/messages/query/access-path.ts';
import type { IdWindow } from '../../../src/chat/messages/query/id-window.ts';
import { makeMessageQuery } from '../../../src/chat/messages/query/message-query.ts';
import { firstUnreadId, selectAmong, selectIds } from '../../../src/chat/messages/query/run-query.ts';
import type { Search } from '../../../src/chat/messages/search/terms.ts';
import type { Filter } from '../../../src/chat/narrow/filter.ts';
import type { HasOperand, IsOperand } from '../../../src/chat/narrow/parse.ts';
import type { ReaderView } from '../../../src/chat/reading/view.ts';
import type { Example, Examples } from '../compose.ts';
import { reader, readerOfMany } from './reader.ts';

const older: IdWindow = { direction: 'older', bound: 100, limit: 100 };
const newer: IdWindow = { direction: 'newer', bound: 100, limit: 100 };

const channel: Filter = { kind: 'channel', channelId: 2, recipientId: 12, negated: false };
const guarded: Filter = { kind: 'channel', channelId: 1, recipientId: 11, negated: false };
const channels: Filter = { kind: 'channels', channelIds: [2, 3], negated: false };
const topic: Filter = { kind: 'topic', topic: 'dock 4', negated: false };
const direct: Filter = { kind: 'direct', recipientId: 21, negated: false };
const including: Filter = { kind: 'direct including', userIds: [7, 8], groupsOnly: false, negated: false };
const sender: Filter = { kind: 'sender', userId: 8, negated: false };
const is = (what: IsOperand): Filter => ({ kind: 'is', what, negated: false });
const has = (what: HasOperand): Filter => ({ kind: 'has', what, negated: false });
const search: Filter = { kind: 'search', text: 'van', negated: false };
const not = (filter: Filter): Filter => ({ ...filter, negated: true });

const stems = { text: 'vans', phrase: false, folded: 'vans', stems: "'van'" };
const part = { text: 'the', phrase: false, folded: 'thé', stems: '' };
const searched: Search = { language: 'english', terms: [stems, part] };

function query(view: ReaderView, filters: Filter[], shared = false) {
  const analysed = filters.filter(({ kind }) => kind === 'search').map(() => searched);
  return makeMessageQuery(view, { filters, shared, near: undefined }, analysed);
}

/** The narrow as the reader's own history has it, or with `shared` beyond it, in either direction. */
function narrow(name: string, filters: Filter[], shared = false): [string, Example][] {
  return [
    [`${name}, older`, (tx) => selectIds(tx, query(reader, filters, shared), older)],
    [`${name}, newer`, (tx) => selectIds(tx, query(reader, filters, shared), newer)],
  ];
}

function olderOf(name: string, filters: Filter[], shared = false): [string, Example] {
  return [name, (tx) => selectIds(tx, query(reader, filters, shared), older)];
}

export const narrows: Examples = [
  ...narrow('everything', []),
  ['everything, of many channels', (tx) => selectIds(tx, query(readerOfMany, []), older)],
  ['everything, of many channels, newer', (tx) => selectIds(tx, query(readerOfMany, []), newer)],
  ...narrow('channel', [channel], true),
  olderOf('channel with protected history', [guarded], true),
  olderOf('channel and topic', [channel, topic], true),
  olderOf('channels', [channels], true),
  olderOf('channels and topic', [channels, topic], true),
  olderOf('topic', [topic]),
  olderOf('dm', [direct]),
  olderOf('dm with nobody yet', [{ kind: 'direct', recipientId: undefined, negated: false }]),
  ...narrow('dm-including', [including]),
  olderOf('sender', [sender]),
  olderOf('sender in a channel', [channel, sender], true),
  olderOf('id', [{ kind: 'id', id: 1, negated: false }]),
  ...narrow('is:starred', [is('starred')]),
  olderOf('is:starred in a channel', [channel, is('starred')], true),
  ...narrow('is:mentioned', [is('mentioned')]),
  olderOf('is:alerted', [is('alerted')]),
  ...narrow('is:unread', [is('unread')]),
  olderOf('is:unread in a channel', [channel, is('unread')], true),
  olderOf('is:unread in a topic', [channel, topic, is('unread')], true),
  olderOf('is:unread in a dm', [direct, is('unread')]),
  olderOf('is:read', [is('read')]),
  olderOf('is:dm', [is('dm')]),
  olderOf('is:followed', [is('followed')]),
  olderOf('is:muted', [is('muted')]),
  olderOf('is:resolved', [is('resolved')]),
  ...narrow('has:reaction', [has('reaction')]),
  olderOf('has:link', [has('link')]),
  olderOf('has:image', [has('image')]),
  olderOf('has:attachment', [has('attachment')]),
  olderOf('search', [search]),
  olderOf('search in a channel', [channel, search], true),
  olderOf('without a search', [not(search)]),
  olderOf('negated filters', [channel, topic, direct, including, sender, is('mentioned'), is('unread')].map(not)),
  ['first unread of a channel', (tx) => firstUnreadId(tx, query(reader, [channel], true))],
  ['is:starred, by flags alone', () => flagIndexScan(query(reader, [is('starred')]), older)?.statement],
  ['is:mentioned, by flags alone', () => flagIndexScan(query(reader, [is('mentioned')]), older)?.statement],
  ['messages by ID', (tx) => selectAmong(tx, query(reader, []), [1])],
  ['messages by ID in a channel', (tx) => selectAmong(tx, query(reader, [channel], true), [1])],
  ['messages by ID that a search finds', (tx) => selectAmong(tx, query(reader, [search]), [1])],
  [
    'page of a channel',
    (tx) => loadPageOf(tx, reader, chooseAccessPath(query(reader, [channel], true), older).statement),
  ],
];
