import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json } from '../http/params.ts';
import { MAX_CHARACTERS, MAX_KEY_LENGTH, MAX_STORAGE_ENTRIES } from './limits.ts';
import { lockStorage, measureStorage, saveStorage } from './queries.ts';

/** client: zulip_bots' `storage.put` */
export const updateStorage = chatOperation({
  method: 'PUT',
  path: '/bot_storage',
  summary: 'Store values for the calling bot; other keys stay',
  access: anyUser,
  params: {
    storage: json(
      Type.Record(Type.String(), Type.String(), {
        description: 'Texts to store, by their keys. Other keys stay as they are.',
      }),
    ),
  },
  answer: {},
  async write({ tx, caller }, { storage }) {
    const { userId } = caller;
    if (Object.keys(storage).some((key) => key.length > MAX_KEY_LENGTH))
      throw badRequest(`Keys can have at most ${MAX_KEY_LENGTH} characters.`);
    // Two simultaneous requests: the second counts the entries of the first.
    await lockStorage(tx, userId);
    await saveStorage(tx, userId, storage);
    const { characters, entries } = await measureStorage(tx, userId);
    if (characters > MAX_CHARACTERS)
      throw badRequest(`Request exceeds storage limit by ${characters - MAX_CHARACTERS} characters.`);
    if (entries > MAX_STORAGE_ENTRIES) throw badRequest(`A bot can store at most ${MAX_STORAGE_ENTRIES} keys.`);
    return {};
  },
});
