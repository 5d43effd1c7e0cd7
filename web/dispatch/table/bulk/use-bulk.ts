import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../../../shared/session/request.ts';
import { uniqueId } from '../../../shared/unique-id.ts';
import type { Task } from '../../../store/wire/dispatch.ts';
import { conflictOf } from '../../data/conflict.ts';
import { requestWithRetries } from '../../data/request-with-retries.ts';
import { words as shell } from '../../texts/index.ts';
import { tableWords } from '../texts/index.ts';
import { type BulkChange, requestFor } from './bulk-requests.ts';

/** So many are on their way at a time. */
const AT_ONCE = 4;

export interface Refused {
  task: Task;
  reason: string;
}

export interface Progress {
  count: number;
  done: readonly string[];
  refused: readonly Refused[];
  /** Tasks that were not reached because the action was stopped. */
  left: readonly Task[];
  isRunning: boolean;
}

/** Does one thing to many tasks, a request each, and keeps account of every one of them. */
export function useBulk() {
  const [progress, setProgress] = useState<Progress>();
  // One key for each task, also when it is tried again: a request whose answer was lost is not done twice.
  const [key] = useState(uniqueId);
  const running = useRef<AbortController | undefined>(undefined);
  const run = async (change: BulkChange, tasks: readonly Task[]) => {
    const control = new AbortController();
    running.current = control;
    const done: string[] = [];
    const refused: Refused[] = [];
    const waiting = [...tasks];
    const report = (isRunning: boolean) =>
      setProgress({
        count: tasks.length,
        done: [...done],
        refused: [...refused],
        left: isRunning ? [] : waiting,
        isRunning,
      });
    report(true);
    const work = async () => {
      while (waiting.length > 0 && !control.signal.aborted) {
        const task = waiting.shift()!;
        const [path, options] = requestFor(change, task);
        try {
          // What is on its way is not broken off: it would be unknown whether it was done.
          await requestWithRetries(path, { ...options, idempotencyKey: `${key}-${task.id}` });
          done.push(task.id);
        } catch (error) {
          refused.push({ task, reason: reasonOf(error) });
        }
        report(true);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    report(false);
  };
  return { progress, run, stop: () => running.current?.abort() };
}

function reasonOf(error: unknown): string {
  const conflict = conflictOf(error);
  if (conflict) return tableWords.bulk.conflict({ who: conflict.who, time: conflict.time });
  return error instanceof Refusal ? error.message : shell.refusals.unreachable;
}
