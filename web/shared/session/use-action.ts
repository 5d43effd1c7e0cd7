import { useState } from 'preact/hooks';
import { failureOf } from './use-request.ts';

/** Something that the server is asked to do: it is under way, or failed with a sentence, or neither. */
export function useAction(action: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>();
  return {
    busy,
    failure,
    forget: () => setFailure(undefined),
    act: async () => {
      setBusy(true);
      setFailure(undefined);
      try {
        await action();
      } catch (error) {
        setFailure(failureOf(error as Error));
      } finally {
        setBusy(false);
      }
    },
  };
}
