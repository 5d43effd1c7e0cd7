import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { chatOperation, JsonText, type ReadRequest } from '../http/operation.ts';
import { Id, json, optional, text, withDefault } from '../http/params.ts';
import { parseNarrow } from '../narrow/narrow.ts';
import { prepareNarrow } from '../narrow/prepare.ts';
import type { Selection } from '../narrow/selection.ts';
import { realmHost, realmOf } from '../realms/access.ts';
import { findMatches } from './matches.ts';
import type { MessageVariant } from './message.ts';
import { messageCache, type Serialized } from './message-cache.ts';
import { PageFlags } from './page-flags.ts';
import { loadPage, type Page } from './page-queries.ts';
import { MessageObject, matchJson } from './present.ts';
import { anchorOf, MOST_MESSAGES, readRange, type SelectedRange } from './range.ts';
import { selectAmong } from './select-queries.ts';

/** How often a fetch begins anew because the organization changed while it ran. */
const MOST_ATTEMPTS = 3;

const Amount = Type.Integer({ minimum: 0 });

interface FetchParams {
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

export const fetchMessages = chatOperation({
  method: 'GET',
  path: '/messages',
  summary: 'Fetch messages: around an anchor, or by their IDs (spec: chat 4.8)',
  access: anyUser,
  params: {
    anchor: optional(text(Type.String())),
    include_anchor: optional(json(Type.Boolean())),
    num_before: optional(json(Amount)),
    num_after: optional(json(Amount)),
    narrow: withDefault(json(Type.Array(Type.Unknown())), []),
    client_gravatar: withDefault(json(Type.Boolean()), true),
    apply_markdown: withDefault(json(Type.Boolean()), true),
    message_ids: optional(json(Type.Array(Id))),
    allow_empty_topic_name: withDefault(json(Type.Boolean()), false),
    use_first_unread_anchor: optional(json(Type.Boolean())),
  },
  answer: {
    messages: Type.Array(MessageObject),
    anchor: Type.Integer(),
    found_anchor: Type.Boolean(),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    history_limited: Type.Boolean(),
  },
  optionalAnswer: ['anchor'],
  errors: ['BAD_NARROW'],
  async read(request, params) {
    checkCombination(params);
    const { range, messages } = await fetchPage(request, params);
    const { anchor, foundAnchor, foundOldest, foundNewest } = range;
    const head = JSON.stringify({
      anchor,
      found_anchor: foundAnchor,
      found_oldest: foundOldest,
      found_newest: foundNewest,
      // Set only where a plan hides old messages; here none does.
      history_limited: false,
    });
    return new JsonText(`${head.slice(0, -1)},"messages":[${messages.join(',')}]}`);
  },
});

type FetchRange = Omit<SelectedRange, 'anchor'> & { anchor?: number };

/** @throws {ChatError} for parameters that do not go together, or that miss another */
function checkCombination(params: FetchParams): void {
  const { anchor, include_anchor, num_before, num_after, message_ids, use_first_unread_anchor } = params;
  if (message_ids !== undefined) {
    if ([anchor, include_anchor, num_before, num_after, use_first_unread_anchor].some((value) => value !== undefined)) {
      throw badRequest(
        'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      );
    }
    if (message_ids.length > MOST_MESSAGES) throw tooMany();
    return;
  }
  for (const name of ['num_before', 'num_after'] as const) {
    if (params[name] === undefined)
      throw new ChatError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });
  }
  if (num_before! + num_after! > MOST_MESSAGES) throw tooMany();
}

function tooMany(): ChatError {
  return badRequest(`Too many messages requested (maximum ${MOST_MESSAGES}).`);
}

/**
 * Who sees what is judged by facts that another process may just have changed: the page's own snapshot says so, and
 * then all is judged again. So it is when a message was moved while the page was made.
 */
async function fetchPage(
  request: ReadRequest,
  params: FetchParams,
): Promise<{ range: FetchRange; messages: string[] }> {
  const { services, reader, caller } = request;
  const { state } = services;
  const terms = parseNarrow(params.narrow);
  for (let attempt = 1; ; attempt++) {
    const last = attempt >= MOST_ATTEMPTS;
    const judgedAsOf = await state.generation(caller.organizationId);
    const { selection, near } = await prepareNarrow(services, reader, caller, terms);
    const { page, range } = await selectMessages(reader, selection, params, near);
    if (page.stateEventId <= judgedAsOf || last) {
      const found = await readKept(request, params, page);
      const flags = new PageFlags(selection.view, page);
      if (last || found.every(({ facts }) => flags.covers(facts)))
        return { range, messages: await finish(request, params, selection, found, flags) };
    }
    await state.refresh(caller.organizationId);
  }
}

async function selectMessages(
  reader: ReadRequest['reader'],
  selection: Selection,
  params: FetchParams,
  near: number | undefined,
): Promise<{ page: Page; range: FetchRange }> {
  if (params.message_ids === undefined) {
    return readRange(reader, selection, {
      anchor: anchorOf(params, near),
      includeAnchor: params.include_anchor ?? true,
      before: params.num_before!,
      after: params.num_after!,
    });
  }
  const ids = await selectAmong(reader, selection, params.message_ids);
  const page = await loadPage(reader, selection.view, ids);
  return { page, range: { ids, foundAnchor: false, foundOldest: false, foundNewest: false } };
}

async function readKept(
  { services, reader, caller, client }: ReadRequest,
  params: FetchParams,
  page: Page,
): Promise<Serialized[]> {
  const { organizationId, role } = caller;
  const realm = await realmOf(services.state, organizationId);
  const variant: MessageVariant = {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    emptyTopicName: params.allow_empty_topic_name,
    legacyEmojiNames: /^zulip/i.test(client),
    readerRole: role,
    editHistory: realm.allowEditHistory,
  };
  const context = { host: realmHost(services), emptyTopicDisplayName: realm.emptyTopicDisplayName };
  return messageCache(services).read(reader, organizationId, page.eventId, page.ids, variant, context);
}

/** The messages as JSON, each with the caller's flags and with what a search found. */
async function finish(
  { services, reader, caller }: ReadRequest,
  { allow_empty_topic_name }: FetchParams,
  { searches }: Selection,
  found: readonly Serialized[],
  flags: PageFlags,
): Promise<string[]> {
  if (searches.length === 0) return found.map(({ text, facts }) => `${text}${flags.json(facts)}}`);
  const ids = found.map(({ facts }) => facts.id);
  const emptyTopic = allow_empty_topic_name
    ? ''
    : (await realmOf(services.state, caller.organizationId)).emptyTopicDisplayName;
  const matches = await findMatches(reader, caller.organizationId, ids, searches, emptyTopic);
  return found.map(({ text, facts }) => `${text}${flags.json(facts)}${matchJson(matches.get(facts.id))}}`);
}
