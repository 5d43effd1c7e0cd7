import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
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
    anchor: optional(text(Type.String({ description: 'ID of a message, `newest`, `oldest` or `first_unread`.' }))),
    include_anchor: optional(
      json(Type.Boolean({ description: "Whether the answer has the message with the anchor's ID. Default: true." })),
    ),
    num_before: optional(
      json(
        described(
          Amount,
          'Number of messages before the anchor. Required without `message_ids`. Together at most 5000.',
        ),
      ),
    ),
    num_after: optional(
      json(
        described(
          Amount,
          'Number of messages after the anchor. Required without `message_ids`. Together at most 5000.',
        ),
      ),
    ),
    narrow: withDefault(
      json(
        Type.Array(Type.Unknown(), {
          description:
            'Filter: a list of terms such as `{"operator": "channel", "operand": "general"}`. Empty: ' +
            'all messages.',
        }),
      ),
      [],
    ),
    client_gravatar: withDefault(
      json(Type.Boolean({ description: 'Whether `avatar_url` may be null because the client computes Gravatars.' })),
      true,
    ),
    apply_markdown: withDefault(
      json(Type.Boolean({ description: 'Whether `content` is HTML. `false`: Markdown.' })),
      true,
    ),
    message_ids: optional(
      json(
        Type.Array(Id, {
          description: 'Messages to return, in place of a range. Those that the caller cannot read are left out.',
        }),
      ),
    ),
    allow_empty_topic_name: withDefault(
      json(Type.Boolean({ description: 'Whether the empty topic is `""`. Otherwise its display name appears.' })),
      false,
    ),
    use_first_unread_anchor: optional(json(Type.Boolean({ description: 'Older form of `anchor=first_unread`.' }))),
  },
  answer: {
    messages: Type.Array(MessageObject, { description: 'Messages in the order of their IDs.' }),
    anchor: Type.Integer({
      description: 'ID of the message at which the range was anchored. Absent with `message_ids`.',
    }),
    found_anchor: Type.Boolean({ description: "Whether the range has the message with the anchor's ID." }),
    found_oldest: Type.Boolean({ description: 'Whether no older messages match.' }),
    found_newest: Type.Boolean({ description: 'Whether no newer messages match.' }),
    history_limited: Type.Boolean({
      description: 'Whether older messages are hidden. Hubbub hides none, so it is always false.',
    }),
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
