import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { WorkerFields } from '../../store/wire/dispatch.ts';
import { session } from './me.ts';
import type { NamedWorker } from './named-worker.ts';

/** Workers whose names contain the text that was asked for last, as far as the reader may see them. */
export const foundWorkers = signal<{ query: string; workers: readonly NamedWorker[] }>({ query: '', workers: [] });

/** After the last key. */
const PAUSE_MS = 150;
const MAX_NAME = 200;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Looks for workers by a part of their name, a moment after somebody stopped to type. */
export function findWorkers(query: string): void {
  clearTimeout(timer);
  if (!session.peek()?.apps.dispatch || query === '' || query.length > MAX_NAME) return;
  timer = setTimeout(() => void load(query), PAUSE_MS);
}

async function load(query: string): Promise<void> {
  const asked = new URLSearchParams({ filter: 'id,name,onDuty,tasks', name: query });
  // Without an answer nobody is offered, and the command can be typed all the same.
  const found = await request<WorkerFields[]>(`/api/v2/workers?${asked}`).catch(() => []);
  const workers = found.flatMap(({ id, name, onDuty = false, tasks = [] }) =>
    id === undefined || name === undefined ? [] : [{ id, name, isOnDuty: onDuty, tasks: tasks.length }],
  );
  foundWorkers.value = { query, workers };
}
