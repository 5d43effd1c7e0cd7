import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional } from '../http/params.ts';
import { StorageKeys } from './limits.ts';
import { deleteStorage, lockStorage } from './queries.ts';

export const removeStorage = chatOperation({
  method: 'DELETE',
  path: '/bot_storage',
  summary: 'Delete stored values of the calling bot: all or some keys',
  access: anyUser,
  params: { keys: optional(json(described(StorageKeys, 'Keys to delete. Absent: all.'))) },
  answer: {},
  async write({ tx, caller }, { keys }) {
    const { userId } = caller;
    await lockStorage(tx, userId);
    const deleted = await deleteStorage(tx, userId, keys);
    if (keys && deleted < new Set(keys).size) throw badRequest('Key does not exist.');
    return {};
  },
});
