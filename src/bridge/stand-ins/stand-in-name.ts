import { limits } from '../../chat/settings/realm-settings.ts';

/** Characters that a chat name cannot contain (`chat/users/names.ts`). */
const FORBIDDEN = /[*`\\>"@\u2800\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Somebody's name as one of the chat. @param what put before a name that is too short for the chat */
export function standInName(name: string, what: string): string {
  const allowed = name
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\|\d+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = [...allowed].slice(0, limits.maxFullNameLength).join('').trim();
  return cut.length < 2 ? `${what} ${cut}`.trim() : cut;
}
