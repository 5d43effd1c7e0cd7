import { useRef, useState } from 'preact/hooks';
import { type Holders, partsOfHolders } from '../../shared/group-setting/holders.ts';
import type { HolderDirectory } from '../../shared/group-setting/who.ts';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import type { GetUserGroupsAnswer } from '../../store/wire/chat.ts';
import { useNames } from './use-names.ts';

/** Part of the answer of `/api/admin/people` that is needed here. */
interface FoundPeople {
  people: readonly { name: string; chat: { userId: number } | null }[];
}

/**
 * Returns the groups and people of the chat that may hold permissions. People are asked for as they are searched for: there
 * may be very many. @param values whose people are named
 */
export function useHolders(values: readonly Holders[]) {
  const groups = useRequest<GetUserGroupsAnswer>('/api/v1/user_groups');
  const { people } = partsOfHolders(new Map(), ...values);
  const named = useNames(people);
  const [found, setFound] = useState<ReadonlyMap<number, string>>(new Map());
  const asked = useRef(new Set<string>());
  const look = async (search: string) => {
    const query = new URLSearchParams({ kind: 'chat', search });
    const answer = await request<FoundPeople>(`/api/admin/people?${query}`);
    const users = answer.people.flatMap(({ name, chat }) => (chat ? [[chat.userId, name] as const] : []));
    setFound((before) => new Map([...before, ...users]));
  };
  const directory: HolderDirectory | undefined = groups.answer &&
    named.names && {
      groups: new Map(groups.answer.user_groups.map((group) => [group.id, group])),
      nameOf: (id) => named.names!.get(id) ?? found.get(id) ?? `#${id}`,
      findPeople: (query) => {
        const wanted = query.trim().toLowerCase();
        if (!asked.current.has(wanted)) {
          asked.current.add(wanted);
          // Who is not found can be asked for again.
          void look(wanted).catch(() => asked.current.delete(wanted));
        }
        return [...found].flatMap(([id, name]) => (name.toLowerCase().includes(wanted) ? [{ id, name }] : []));
      },
    };
  return {
    directory,
    failure: groups.failure ?? named.failure,
    retry: () => {
      groups.retry();
      named.retry();
    },
  };
}
