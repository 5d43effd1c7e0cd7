import { useState } from 'preact/hooks';
import { failureOf } from './use-request.ts';

/** Something that the server is asked to do: it is under way, or failed with a sentence, or neither. */
export function useAction<Given extends unknown[] = []>(action: (...given: Given) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>();
  return {
    busy,
    failure,
    forget: () => setFailure(undefined),
    run: async (...given: Given) => {
      setBusy(true);
      setFailure(undefined);
      try {
        await action(...given);
      } catch (error) {
        setFailure(failureOf(error as Error));
      } finally {
        setBusy(false);
      }
    },
  };
}
