import { isSpectator, SPECTATOR_ROLE } from '../../http/caller.ts';
import { badRequest, ChatError } from '../../http/errors.ts';
import type { ReadRequest } from '../../http/operation.ts';
import { StaleState } from '../../http/stale-state.ts';
import { parseNarrow } from '../../narrow/parse.ts';
import { markedIn } from '../../reading/message.ts';
import type { MessageFacts } from '../../reading/message-facts.ts';
import { type MessageVariant, messageVariant } from '../../reading/message-variant.ts';
import { isReceivedBy, isVisibleTo } from '../../reading/standing.ts';
import { standingIn } from '../../reading/view.ts';
import { realmOf } from '../../realms/access.ts';
import { isKnown, knownPeople } from '../../users/known-people.ts';
import { withMatch } from '../present.ts';
import { presentContext } from '../present-context.ts';
import { compileNarrow } from '../query/compile-narrow.ts';
import type { MessageQuery } from '../query/message-query.ts';
import { selectAmong } from '../query/run-query.ts';
import { findMatches } from '../search/matches.ts';
import {
  type AnchorWindowRead,
  anchorOf,
  MAX_MESSAGES,
  readAnchorWindow,
  type SelectedAnchorWindow,
} from './anchor-window.ts';
import { type FirstUnread, firstUnreads } from './first-unread.ts';
import { messageJsonCache, type Serialized } from './message-json-cache.ts';
import { loadPage, type PageRow } from './queries.ts';
import { readMarksCache } from './read-marks-cache.ts';
import { PageFlags } from './reader-flags-of-page.ts';

/** Parameters of a fetch (spec: chat 4.8). */
export interface FetchParams {
  anchor: string | undefined;
  include_anchor: boolean | undefined;
  num_before: number | undefined;
  num_after: number | undefined;
  narrow: unknown[];
  message_ids: number[] | undefined;
  use_first_unread_anchor: boolean | undefined;
  apply_markdown: boolean;
  client_gravatar: boolean;
  allow_empty_topic_name: boolean;
}

export interface FetchedPage {
  /** A fetch by IDs has no anchor and no information about the ends. */
  window: Omit<SelectedAnchorWindow, 'anchor'> & { anchor?: number };
  /** The messages as JSON, with commas between them. */
  messages: string;
}

/** @throws {ChatError} for parameters that do not go together, or that miss another */
export function checkCombination(params: FetchParams): void {
  const { anchor, include_anchor, num_before, num_after, message_ids, use_first_unread_anchor } = params;
  if (message_ids !== undefined) {
    if ([anchor, include_anchor, num_before, num_after, use_first_unread_anchor].some((value) => value !== undefined)) {
      throw badRequest(
        'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      );
    }
    if (message_ids.length > MAX_MESSAGES) throw tooMany();
    return;
  }
  for (const name of ['num_before', 'num_after'] as const) {
    if (params[name] === undefined)
      throw new ChatError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });
  }
  if (num_before! + num_after! > MAX_MESSAGES) throw tooMany();
}

function tooMany(): ChatError {
  return badRequest(`Too many messages requested (maximum ${MAX_MESSAGES}).`);
}

/**
 * Fetches a page. Visibility and unread state are checked with facts that another process may just have changed; the
 * page's own snapshot detects this. It also detects that a message moved while the page was built, or that a message
 * named only by the reader's flags no longer belongs to the reader.
 * @throws {StaleState} in each of these cases, except at the last attempt: then messages that the reader may not see
 *   are left out
 * @throws {ChatError} `BAD_NARROW`, or for an invalid anchor
 */
export async function fetchPage(request: ReadRequest, params: FetchParams): Promise<FetchedPage> {
  const { services, reader, caller, stateVersion, attempt, isLastAttempt } = request;
  const { query, near } = await compileNarrow(services, reader, caller, parseNarrow(params.narrow));
  const { page, window, lookahead, firstUnread } = await selectMessages(request, query, params, {
    near,
    checkedLater: attempt === 1 && !services.config.without.has('flag-index'),
  });
  const isCaughtUp = await services.state.catchUp(caller.organizationId, page.eventId);
  const isCurrent = page.stateEventId <= stateVersion && (firstUnread?.holds() ?? true);
  if (!isCurrent && !isLastAttempt) throw new StaleState();
  const found = await readCached(request, params, [...page.ids, ...lookahead], isCaughtUp);
  // Without a narrow, IDs give all that the reader may see, not the reader's own history alone.
  const scope = params.message_ids && query.size === 0 ? 'visible' : query.scope;
  const here = found.filter(({ facts }) => isHere(query, scope, facts));
  if (here.length < found.length && !isLastAttempt) throw new StaleState();
  const visible = lookahead.length === 0 ? here : here.filter(({ facts }) => !lookahead.includes(facts.id));
  return { window, messages: await withFlags(request, params, query, page, visible, isCaughtUp) };
}

async function selectMessages(
  { services, reader }: ReadRequest,
  query: MessageQuery,
  params: FetchParams,
  { near, checkedLater }: { near: number | undefined; checkedLater: boolean },
): Promise<Omit<AnchorWindowRead, 'window'> & { window: FetchedPage['window']; firstUnread?: FirstUnread }> {
  if (params.message_ids === undefined) {
    const anchorWindow = {
      anchor: anchorOf(params, near),
      includeAnchor: params.include_anchor ?? true,
      before: params.num_before!,
      after: params.num_after!,
    };
    if (anchorWindow.anchor !== 'first_unread') return readAnchorWindow(reader, query, anchorWindow, { checkedLater });
    const firstUnread = await firstUnreads(services).find(reader, query);
    const anchor = firstUnread.id ?? 'newest';
    return { ...(await readAnchorWindow(reader, query, { ...anchorWindow, anchor }, { checkedLater })), firstUnread };
  }
  const ids = await selectAmong(reader, query, params.message_ids);
  const page = await loadPage(reader, query.view, ids);
  return { page, window: { ids, foundAnchor: false, foundOldest: false, foundNewest: false }, lookahead: [] };
}

/** Whether a message is still in the conversation that was asked for, and still the reader's. */
function isHere({ indexable, view }: MessageQuery, scope: MessageQuery['scope'], facts: MessageFacts): boolean {
  const conversation = indexable.channel ?? indexable.direct;
  if (conversation !== undefined && conversation.recipientId !== facts.recipientId) return false;
  const message = { id: facts.id, isOwn: facts.senderId === view.userId };
  return (scope === 'visible' ? isVisibleTo : isReceivedBy)(standingIn(view, facts), message);
}

async function readCached(
  { services, reader, caller, client }: ReadRequest,
  params: FetchParams,
  ids: readonly number[],
  isCaughtUp: boolean,
): Promise<Serialized[]> {
  const { organizationId } = caller;
  const realm = await realmOf(services.state.of(organizationId));
  const variant = messageVariant(client, isSpectator(caller) ? SPECTATOR_ROLE : caller.role, realm, {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    emptyTopicName: params.allow_empty_topic_name,
  });
  const context = await presentContext(services, services.state.of(organizationId));
  const read = (some: readonly number[], form: MessageVariant) =>
    messageJsonCache(services).read(reader, isCaughtUp, some, form, context);
  const found = await read(ids, variant);
  const known = await knownPeople(services.state.of(caller.organizationId), caller);
  const hidden = found.flatMap(({ facts }) => (isKnown(known, facts.senderId) ? [] : [facts.id]));
  if (hidden.length === 0) return found;
  const texts = new Map((await read(hidden, { ...variant, hidesSender: true })).map((each) => [each.facts.id, each]));
  // One may have been deleted between the two.
  return found.flatMap((each) => (isKnown(known, each.facts.senderId) ? [each] : (texts.get(each.facts.id) ?? [])));
}

/** The messages as JSON, each with what a search found and with the caller's flags. */
async function withFlags(
  { services, reader, caller }: ReadRequest,
  { allow_empty_topic_name }: FetchParams,
  { view, searches }: MessageQuery,
  page: PageRow,
  found: readonly Serialized[],
  isCaughtUp: boolean,
): Promise<string> {
  const conversations = new Set(found.map(({ facts }) => markedIn(facts)));
  const read = await readMarksCache(services).read(reader, view, isCaughtUp, conversations);
  const flags = new PageFlags(view, page, read);
  const parts: string[] = [];
  if (searches.length === 0) {
    for (const { text, facts } of found) parts.push(text, flags.json(facts), ',');
  } else {
    const realm = await realmOf(services.state.of(caller.organizationId));
    const emptyTopic = allow_empty_topic_name ? '' : realm.emptyTopicDisplayName;
    const ids = found.map(({ facts }) => facts.id);
    const matches = await findMatches(reader, view, ids, searches, emptyTopic);
    for (const { text, facts } of found) parts.push(withMatch(text, matches.get(facts.id)), flags.json(facts), ',');
  }
  // Joined once: a text that grows piece by piece is copied again and again on its way out.
  parts.pop();
  return parts.join('');
}
