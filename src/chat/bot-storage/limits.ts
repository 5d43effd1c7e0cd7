import { Type } from 'typebox';

/** Characters of keys and values that one account may keep; that of the real server, so that what fits there fits here. */
export const MAX_CHARACTERS = 10_000_000;
export const MAX_STORAGE_ENTRIES = 10_000;

/** Characters: an index holds keys, and its entries have at most 2,700 bytes. */
export const MAX_KEY_LENGTH = 600;
export const StorageKeys = Type.Array(Type.String(), { maxItems: MAX_STORAGE_ENTRIES });
