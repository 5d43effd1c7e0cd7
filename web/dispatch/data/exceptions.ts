import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import type { GetInboxAnswer, ListDeletedTasksAnswer } from '../../store/wire/dispatch.ts';
import { changeCountOf } from './floor.ts';
import { useFollowed } from './use-followed.ts';
import { useRefreshes } from './use-refreshes.ts';

/** Polling interval while somebody looks: the feed says nothing of SMS. */
const LOOK_MS = 60_000;

/** Exceptions that the feed does not hold. */
export const otherExceptions = signal<Omit<GetInboxAnswer, 'handled'>>({
  failingWebhooks: [],
  undeliveredMessages: [],
});
/** Reports on deleted tasks. */
export const deletedReports = signal<ListDeletedTasksAnswer>([]);

const handledElsewhere = signal<ReadonlySet<string>>(new Set());
const handledHere = signal<ReadonlySet<string>>(new Set());
/** Names of exceptions that a dispatcher has marked as handled. */
export const handled = computed<ReadonlySet<string>>(() => new Set([...handledElsewhere.value, ...handledHere.value]));

/** Keeps what the feed does not hold current. */
export function useExceptions(): void {
  const again = `${changeCountOf('webhook')} ${useRefreshes(LOOK_MS)}`;
  const { answer } = useFollowed<GetInboxAnswer>('/api/v2/inbox', 'inbox', again);
  const { answer: deleted } = useFollowed<ListDeletedTasksAnswer>('/api/v2/tasks/deleted', 'lateReport');
  useEffect(() => {
    if (!answer) return;
    const { handled: items, ...others } = answer;
    handledElsewhere.value = new Set(items);
    otherExceptions.value = others;
  }, [answer]);
  useEffect(() => {
    if (deleted) deletedReports.value = deleted;
  }, [deleted]);
}

/** Marks an exception as handled, for all dispatchers. */
export async function markHandled(item: string, about: { task?: string; worker?: string }): Promise<void> {
  await request('/api/v2/inbox/handled', { method: 'POST', body: { item, ...about } });
  handledHere.value = new Set([...handledHere.value, item]);
}
