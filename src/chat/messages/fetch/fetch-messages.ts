import { Type } from 'typebox';
import { membersText } from '../../../platform/http/json-object-text.ts';
import { anyUserOrSpectator, isSpectator } from '../../http/caller.ts';
import { chatOperation, JsonText } from '../../http/operation.ts';
import { Id, json, optional, text, withDefault } from '../../http/params.ts';
import { checkSpectatorNarrow } from '../../narrow/spectator.ts';
import { MessageObject } from '../present.ts';
import { checkCombination, fetchPage } from './fetch-page.ts';

const Amount = Type.Integer({ minimum: 0 });

export const fetchMessages = chatOperation({
  method: 'GET',
  path: '/messages',
  summary: 'Fetch messages: around an anchor, or by their IDs',
  access: anyUserOrSpectator,
  optimistic: true,
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
    if (isSpectator(request.caller)) checkSpectatorNarrow(params.narrow);
    const { window, messages } = await fetchPage(request, params);
    const { anchor, foundAnchor, foundOldest, foundNewest } = window;
    const head = {
      anchor,
      found_anchor: foundAnchor,
      found_oldest: foundOldest,
      found_newest: foundNewest,
      // Set only where a plan hides old messages; here none does.
      history_limited: false,
    };
    return new JsonText(`${membersText(head)},"messages":[${messages}]`);
  },
});
