import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional } from '../http/params.ts';
import { StorageKeys } from './limits.ts';
import { loadStorage } from './queries.ts';

/** client: zulip_bots' `storage.get` and `contains` */
export const getStorage = chatOperation({
  method: 'GET',
  path: '/bot_storage',
  summary: 'Get stored values of the calling bot: all or some keys',
  access: anyUser,
  params: { keys: optional(json(described(StorageKeys, 'Keys to return. Absent: all.'))) },
  answer: { storage: Type.Record(Type.String(), Type.String(), { description: 'Texts by their keys.' }) },
  async read({ reader, caller }, { keys }) {
    const storage = await loadStorage(reader, caller.userId, keys);
    // client: zulip_bots tells by the refusal that a key is not there.
    if (keys?.some((key) => !Object.hasOwn(storage, key))) throw badRequest('Key does not exist.');
    return { storage };
  },
});
