import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { FoundMessage } from './find-messages.ts';
import type { FoundTask } from './find-tasks.ts';

/** Messages and tasks that the server found for the text that was asked for last. */
interface FoundOnServer {
  text: string;
  messages: readonly FoundMessage[];
  tasks: readonly FoundTask[];
}

interface Finder {
  found: Signal<FoundOnServer>;
  /** Asks for another text, once nobody has typed for a moment; what was asked for before is given up. */
  ask(text: string): void;
}

/** After the last key. */
const PAUSE_MS = 250;
/** Results of each kind. */
const MAX_FOUND = 3;
const [LEAST, MOST] = [2, 100];

/** Loads the searches with the first one: no first visit has them. */
async function messagesOf(text: string, stopped: AbortSignal): Promise<FoundMessage[]> {
  const { findNewestMessages } = await import('./find-messages.ts');
  return findNewestMessages(text, MAX_FOUND, stopped);
}

async function tasksOf(text: string, stopped: AbortSignal): Promise<FoundTask[]> {
  const { findTasks } = await import('./find-tasks.ts');
  return findTasks(text, MAX_FOUND, stopped);
}

/** Finds messages and tasks of the server while somebody types. @param has what the person may see */
export function useFinder(has: { messages: boolean; tasks: boolean }): Finder {
  const finder = useMemo(() => {
    const found = signal<FoundOnServer>({ text: '', messages: [], tasks: [] });
    let stop = () => {};
    const ask = (given: string) => {
      stop();
      const text = given.trim();
      if (text.length < LEAST || text.length > MOST) return;
      const stopped = new AbortController();
      const timer = setTimeout(() => void load(text, stopped.signal), PAUSE_MS);
      stop = () => {
        clearTimeout(timer);
        stopped.abort();
      };
    };
    const load = async (text: string, stopped: AbortSignal) => {
      // Without an answer nothing is offered, and the searches of both apps say why.
      const none = () => [];
      const [messages, tasks] = await Promise.all([
        has.messages ? messagesOf(text, stopped).catch(none) : [],
        has.tasks ? tasksOf(text, stopped).catch(none) : [],
      ]);
      if (!stopped.aborted) found.value = { text, messages, tasks };
    };
    return { found, ask, end: () => stop() };
  }, []);
  useEffect(() => finder.end, []);
  return finder;
}
