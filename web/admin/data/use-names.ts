import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';
import type { GetUsersAnswer } from '../../store/wire/chat.ts';

/** So many are asked for at a time: the address of a request has its length. */
const PIECE = 1000;

interface Known {
  names?: ReadonlyMap<number, string>;
  failure?: ReturnType<typeof failureOf>;
}

/** Returns the names of chat users by ID. Known names stay while more are loaded. */
export function useNames(ids: readonly number[]): Known & { retry(): void } {
  const [known, setKnown] = useState<Known>({});
  const [retries, setRetries] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    namesOf(ids, stopped.signal).then(
      (names) => stopped.signal.aborted || setKnown({ names }),
      (error: Error) => stopped.signal.aborted || setKnown({ failure: failureOf(error) }),
    );
    return () => stopped.abort();
  }, [ids.join(), retries]);
  return {
    ...known,
    retry: () => {
      setKnown({});
      setRetries((before) => before + 1);
    },
  };
}

async function namesOf(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (let first = 0; first < ids.length; first += PIECE) {
    const query = new URLSearchParams({ user_ids: JSON.stringify(ids.slice(first, first + PIECE)) });
    const { members } = await request<GetUsersAnswer>(`/api/v1/users?${query}`, { signal });
    for (const { user_id, full_name } of members) names.set(user_id, full_name);
  }
  return names;
}
