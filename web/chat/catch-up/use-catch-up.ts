import { useEffect, useRef, useState } from 'preact/hooks';
import type { Narrow } from '../../store/chat/narrow.ts';
import { type CatchUpPart, catchUp } from '../../store/chat/select/catch-up.ts';
import { chat } from '../data/chat.ts';
import { loadedIn, loadMessages } from '../data/messages.ts';

/** Messages that are fetched at once. */
const AT_ONCE = 100;

interface OpenCatchUp {
  parts: readonly CatchUpPart[];
  /** Messages that were loaded, in the order of the parts. */
  ids: readonly number[];
  isComplete: boolean;
  isLoading: boolean;
  failure: Error | undefined;
  more(): void;
  retry(): void;
}

/** Loads what happened since the person was here, from its beginning as far as it is looked at. */
export function useCatchUp(): OpenCatchUp {
  const { state } = chat.value;
  const known = useRef<readonly CatchUpPart[]>([]);
  known.current = catchUp(state, known.current);
  /** Messages that the server was asked for; those that it does not give are gone. */
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set());
  const [narrows, setNarrows] = useState<readonly Narrow[]>([]);
  const [failure, setFailure] = useState<Error>();
  const [isLoading, setLoading] = useState(false);
  const isBusy = useRef(false);
  const all = known.current.flatMap(({ ids }) => ids);
  const end = all.findLastIndex((id) => asked.has(id)) + 1;
  const missing = all.filter((id) => !asked.has(id));
  const isComplete = missing.length === 0;

  const more = async () => {
    if (isBusy.current || isComplete) return;
    isBusy.current = true;
    setLoading(true);
    const next = missing.slice(0, AT_ONCE);
    try {
      const narrow = await loadMessages(next);
      setNarrows((before) => [...before, narrow]);
      setAsked((before) => new Set([...before, ...next]));
      setFailure(undefined);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      isBusy.current = false;
      setLoading(false);
    }
  };
  const loaded = loadedIn(narrows);
  const ids = all.filter((id) => loaded.has(id));
  const isShort = ids.length === 0;
  // What came meanwhile may stand above what one reads.
  const hasGap = all.slice(0, end).some((id) => !asked.has(id));
  useEffect(() => {
    if ((isShort || hasGap) && !failure) void more();
  });
  return {
    ...{ parts: known.current, ids, isComplete, isLoading, failure },
    more: () => void (failure || more()),
    retry() {
      setFailure(undefined);
      void more();
    },
  };
}
