import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { lockMarks } from '../messages/edit/move-lock.ts';
import { readerView } from '../reading/reader-view.ts';
import { doUpdateFlags } from './actions.ts';
import { flagParams, readFlagChange } from './editable-flags.ts';
import { loadMarkable } from './queries.ts';

/** client: some mark a whole backlog in one request. */
const MAX_MESSAGES = 10_000;

export const updateMessageFlags = chatOperation({
  method: 'POST',
  path: '/messages/flags',
  summary: "Add or remove the caller's flag on messages",
  access: anyUser,
  params: {
    messages: json(Type.Array(Id, { maxItems: MAX_MESSAGES, description: 'IDs of the messages.' })),
    ...flagParams,
  },
  answer: {
    messages: Type.Array(Type.Integer(), { description: 'IDs of the messages whose flag changed.' }),
    ignored_because_not_subscribed_channels: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'Channels whose messages stayed read, because the caller is not subscribed to them.',
      }),
    ),
  },
  async write({ tx, services, caller }, { messages: asked, ...given }) {
    const change = readFlagChange(given);
    await lockMarks(tx, caller.userId);
    const view = await readerView(services.state.of(caller.organizationId), caller);
    const found = await loadMarkable(tx, view, change, asked);
    // Deleted messages count as read too; but nobody can star a message that is gone or hidden from them.
    if (change.flag !== 'read' && found.length < new Set(asked).size) throw badRequest('Invalid message(s)');
    const { updatedIds, ignoredChannelIds } = await doUpdateFlags(tx, view, change, found);
    const messages = { messages: updatedIds };
    if (change.flag !== 'read' || change.op === 'add') return messages;
    return { ...messages, ignored_because_not_subscribed_channels: ignoredChannelIds };
  },
});
