import type { User } from '../../store/wire/chat.ts';
import { personWords as words } from './texts/index.ts';

const ROLES = { 100: 'owner', 200: 'administrator', 300: 'moderator', 400: 'member', 600: 'guest' } as const;

/** Returns the role of an account in a word. */
export function roleName({ is_bot, role }: Pick<User, 'is_bot' | 'role'>): string {
  return is_bot ? words.roles.bot : words.roles[ROLES[role]];
}
