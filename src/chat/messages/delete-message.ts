import { findChannel } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { freshFacts } from '../realms/facts.ts';
import { doDeleteMessages } from './actions.ts';
import { checkMayDelete } from './change-rules.ts';
import { accessMessage } from './visibility.ts';

export const deleteMessage = chatOperation({
  method: 'DELETE',
  path: '/messages/:message_id',
  summary: 'Delete a message for everybody',
  access: anyUser,
  params: { message_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { message_id }) {
    const facts = freshFacts(tx);
    const { organizationId } = caller;
    const message = await accessMessage(tx, facts, caller, message_id);
    const realm = await realmOf(facts, organizationId);
    const channel =
      message.channelId === null ? undefined : await findChannel(facts, organizationId, message.channelId);
    await checkMayDelete(facts, realm, caller, message, channel, tx.now);
    await doDeleteMessages(tx, organizationId, message, [message.id]);
    return {};
  },
});
