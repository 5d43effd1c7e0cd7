import { useEffect, useState } from 'preact/hooks';
import { Refusal, type RequestOptions } from './request.ts';
import { request } from './session.ts';

interface Asked<T> {
  answer?: T;
  failure?: { sentence?: string; requestId?: string | undefined; status?: number; taken?: string | undefined };
}

/** Asks the server for something when it is first shown: what no feed holds. */
export function useRequest<T>(
  path: string,
  options?: RequestOptions,
): Asked<T> & { retry: () => void; refresh: () => void } {
  const [asked, setAsked] = useState<Asked<T>>({});
  const [retries, setRetries] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    request<T>(path, { ...options, signal: stopped.signal }).then(
      (answer) => stopped.signal.aborted || setAsked({ answer }),
      (error: Error) => {
        if (!stopped.signal.aborted) setAsked({ failure: failureOf(error) });
      },
    );
    return () => stopped.abort();
  }, [path, retries]);
  return {
    ...asked,
    retry: () => {
      setAsked({});
      setRetries((before) => before + 1);
    },
    // What is there stays until the new answer comes.
    refresh: () => setRetries((before) => before + 1),
  };
}

/** Returns the text of a failed part: the server's sentence, if any; and the member that is `taken`. */
export function failureOf(error: Error): NonNullable<Asked<unknown>['failure']> {
  if (!(error instanceof Refusal)) return {};
  const cause = error.extra.cause as { type?: string; key?: string } | undefined;
  const taken = cause?.type === 'duplicateKey' ? cause.key : undefined;
  return { sentence: error.message, requestId: error.requestId, status: error.status, taken };
}
