import type { Choice } from '../../shared/ui/choose-many.tsx';
import { completeGroups } from '../../store/chat/select/completion.ts';
import { directory } from '../../store/chat/select/directory.ts';
import { chat } from '../data/chat.ts';

/** Matches of each kind that are offered at once. */
const MOST = 6;

const KINDS = { user: 'user', group: 'group' } as const;

/** Returns what finds people, bots and groups by name. @param leftOut whether somebody or a group is not offered */
export function findMembers(leftOut: (kind: keyof typeof KINDS, id: number) => boolean = () => false) {
  return (query: string): readonly Choice[] => {
    const { state } = chat.peek();
    const groups = completeGroups(state, query)
      .items.filter(({ id }) => !leftOut('group', id))
      .map(({ id, name }): Choice => ({ id: `group ${id}`, label: name, icon: 'users' }));
    const people = [...directory(state, { kind: undefined, query }), ...directory(state, { kind: 'bots', query })]
      .filter(({ user_id }) => !leftOut('user', user_id))
      .slice(0, MOST)
      .map(
        ({ user_id, full_name, is_bot }): Choice => ({
          id: `user ${user_id}`,
          label: full_name,
          icon: is_bot ? 'sparkles' : 'user',
        }),
      );
    return [...people, ...groups.slice(0, MOST)];
  };
}

/** Returns the IDs of what was chosen of a kind. */
export function idsOf(chosen: readonly Choice[], kind: keyof typeof KINDS): number[] {
  return chosen.flatMap(({ id }) => (id.startsWith(`${kind} `) ? [Number(id.slice(kind.length + 1))] : []));
}
