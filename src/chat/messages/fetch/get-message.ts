import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { openObject } from '../../../platform/http/json-object-text.ts';
import { anyUserOrSpectator, isSpectator, SPECTATOR_ROLE } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation, JsonText } from '../../http/operation.ts';
import { Id, inPath, json, withDefault } from '../../http/params.ts';
import { markedIn } from '../../reading/message.ts';
import { messageFacts } from '../../reading/message-facts.ts';
import { messageVariant } from '../../reading/message-variant.ts';
import { readerView } from '../../reading/reader-view.ts';
import { realmOf } from '../../realms/access.ts';
import { isKnown, knownPeople } from '../../users/known-people.ts';
import { accessMessage } from '../access.ts';
import { MessageObject, presentMessage } from '../present.ts';
import { presentContext } from '../present-context.ts';
import { loadPage } from './queries.ts';
import { loadBounds } from './read-marks-cache.ts';
import { PageFlags } from './reader-flags-of-page.ts';

export const getMessage = chatOperation({
  method: 'GET',
  path: '/messages/:message_id',
  summary: 'Get one message, and its Markdown source',
  access: anyUserOrSpectator,
  params: {
    message_id: inPath(described(Id, 'ID of the message to return.')),
    apply_markdown: withDefault(
      json(Type.Boolean({ description: 'Whether `content` is HTML. `false`: Markdown.' })),
      true,
    ),
    allow_empty_topic_name: withDefault(
      json(Type.Boolean({ description: 'Whether the empty topic is `""`. Otherwise its display name appears.' })),
      false,
    ),
  },
  answer: {
    raw_content: Type.String({ description: 'Markdown of the message, whatever `apply_markdown` says.' }),
    message: described(MessageObject, 'The message with that ID.'),
  },
  async read({ services, reader, caller, client }, params) {
    const { state } = services;
    const message = await accessMessage(reader, state.of(reader.organizationId), caller, params.message_id);
    const view = await readerView(state.of(caller.organizationId), caller);
    const page = await loadPage(reader, view, [message.id]);
    // Deleted, or hidden from the caller, a moment ago.
    if (page.ids.length === 0) throw badRequest('Invalid message(s)');
    const realm = await realmOf(state.of(caller.organizationId));
    const variant = messageVariant(client, isSpectator(caller) ? SPECTATOR_ROLE : caller.role, realm, {
      applyMarkdown: params.apply_markdown,
      // This operation has no such parameter: the picture's address is always given.
      clientGravatar: false,
      emptyTopicName: params.allow_empty_topic_name,
    });
    const hidesSender = !isKnown(await knownPeople(state.of(caller.organizationId), caller), message.sender.id);
    const context = await presentContext(services, state.of(caller.organizationId));
    const text = presentMessage(message, { ...variant, hidesSender }, context);
    const facts = messageFacts(message);
    const read = await loadBounds(reader, view, [markedIn(facts)]);
    const flagged = `${openObject(text)}${new PageFlags(view, page, read).json(facts)}`;
    return new JsonText(`"raw_content":${JSON.stringify(message.content)},"message":${flagged}`);
  },
});
