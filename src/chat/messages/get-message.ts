import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation, JsonText } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { realmHost, realmOf } from '../realms/access.ts';
import { flagNames } from './flags.ts';
import { loadPage, READ_BIT } from './page-queries.ts';
import { MessageObject, presentMessage, withFlags } from './present.ts';
import { readerView } from './reader-view.ts';
import { accessMessage } from './visibility.ts';

export const getMessage = chatOperation({
  method: 'GET',
  path: '/messages/:message_id',
  summary: 'Get one message, and its Markdown source',
  access: anyUser,
  params: {
    message_id: inPath(Id),
    apply_markdown: withDefault(json(Type.Boolean()), true),
    allow_empty_topic_name: withDefault(json(Type.Boolean()), false),
  },
  answer: { raw_content: Type.String(), message: MessageObject },
  async read({ services, reader, caller, client }, params) {
    const { state } = services;
    const message = await accessMessage(reader, state, caller, params.message_id);
    const page = await loadPage(reader, await readerView(state, caller), [message.id]);
    const bits = page.bits[0];
    // Deleted, or hidden from the caller, a moment ago.
    if (bits === undefined) throw badRequest('Invalid message(s)');
    const realm = await realmOf(state, caller.organizationId);
    const text = presentMessage(
      message,
      {
        applyMarkdown: params.apply_markdown,
        // This operation has no such parameter: the picture's address is always given.
        clientGravatar: false,
        emptyTopicName: params.allow_empty_topic_name,
        legacyEmojiNames: /^zulip/i.test(client),
        readerRole: caller.role,
        editHistory: realm.allowEditHistory,
      },
      { host: realmHost(services), emptyTopicDisplayName: realm.emptyTopicDisplayName },
    );
    const flagged = withFlags(text, flagNames(bits & ~READ_BIT, (bits & READ_BIT) !== 0));
    return new JsonText(`{"raw_content":${JSON.stringify(message.content)},"message":${flagged}}`);
  },
});
