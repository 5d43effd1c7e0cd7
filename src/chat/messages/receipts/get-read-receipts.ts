import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import { realmOf } from '../../realms/access.ts';
import { accessMessage } from '../access.ts';
import { loadReaderIds } from './queries.ts';

export const getReadReceipts = chatOperation({
  method: 'GET',
  path: '/messages/:message_id/read_receipts',
  since: 137,
  summary: 'Who has read a message, of those who let others know',
  access: anyUser,
  params: { message_id: inPath(Id) },
  answer: { user_ids: Type.Array(Type.Integer()) },
  async read({ services: { state }, reader, caller }, { message_id }) {
    const message = await accessMessage(reader, state, caller, message_id);
    const { settings } = await realmOf(state, caller.organizationId);
    if (!settings.enable_read_receipts) throw badRequest('Read receipts are disabled in this organization.');
    return { user_ids: await loadReaderIds(reader, caller, message) };
  },
});
