import { uncachedFacts } from '../../../platform/events/facts.ts';
import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import { realmOf } from '../../realms/access.ts';
import { doDeleteMessages } from './actions.ts';
import { accessMessageToChange, checkMayDelete } from './permissions.ts';

export const deleteMessage = chatOperation({
  method: 'DELETE',
  path: '/messages/:message_id',
  summary: 'Delete a message for everybody',
  access: anyUser,
  params: { message_id: inPath(described(Id, 'ID of the message to delete.')) },
  answer: {},
  async write({ tx, caller }, { message_id }) {
    const facts = uncachedFacts(tx);
    const { message, channel } = await accessMessageToChange(tx, facts, caller, message_id);
    const realm = await realmOf(facts);
    await checkMayDelete(facts, realm, caller, message, channel, tx.now);
    await doDeleteMessages(tx, message, channel, [message.id]);
    return {};
  },
});
