import { limits } from '../../chat/settings/realm-settings.ts';

/** What a name of the chat cannot hold (`chat/users/names.ts`). */
const FORBIDDEN = /[*`\\>"@\u2800\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A worker's name as one of the chat. */
export function driverName({ name, displayName }: { name: string; displayName: string | null }): string {
  const kept = (displayName || name)
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\|\d+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = [...kept].slice(0, limits.maxFullNameLength).join('').trim();
  return cut.length < 2 ? `Driver ${cut}`.trim() : cut;
}
