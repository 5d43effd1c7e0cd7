import { formatAddress } from '../../../rules/format-address.ts';
import type { GetTaskByShortIdAnswer, ListRecipientsAnswer } from '../../store/wire/dispatch.ts';
import { request } from '../session/session.ts';

/** A task that a search found. */
export interface FoundTask {
  id: string;
  /** Name of its recipient, or where it goes. */
  name: string;
  address: string;
}

/** Short ID of a task, as people copy it. */
const SHORT_ID = /^[\da-f]{8}$/i;

/**
 * Returns the task of a short ID, or the newest task of each recipient whose name or number holds a text, at most `limit`.
 * @throws {Refusal}
 */
export async function findTasks(text: string, limit: number, signal: AbortSignal): Promise<FoundTask[]> {
  if (SHORT_ID.test(text)) {
    const task = await request<GetTaskByShortIdAnswer>(`/api/v2/tasks/shortId/${text.toLowerCase()}`, { signal });
    const address = formatAddress(task.destination.address);
    return [{ id: task.id, name: task.overrides.recipientName || task.recipients[0]?.name || address, address }];
  }
  const query = new URLSearchParams({ q: text, limit: String(limit) });
  const { recipients } = await request<ListRecipientsAnswer>(`/api/v2/recipients/all?${query}`, { signal });
  return recipients.flatMap(({ recipient: { name }, lastTask }) => {
    if (!lastTask) return [];
    const address = formatAddress(lastTask.address);
    return [{ id: lastTask.id, name: name || address, address }];
  });
}
