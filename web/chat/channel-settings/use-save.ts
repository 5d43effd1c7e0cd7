import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';

/** Changes a channel. @throws {Refusal} */
export async function patchChannel(channelId: number, form: Readonly<Record<string, unknown>>): Promise<void> {
  await request(`/api/v1/streams/${channelId}`, { method: 'PATCH', form });
}

/** An event comes within moments; one that says nothing new never does. */
const EVENT_MS = 5000;

/**
 * A field of a channel that is saved as soon as it is changed. The choice is shown until the channel has another value, and
 * taken back if the server refuses it.
 */
export function useSave<T>(channelId: number, known: T, formOf: (value: T) => Readonly<Record<string, unknown>>) {
  const [pending, setPending] = useState<{ value: T; instead: T }>();
  const { busy, failure, run } = useAction(async (value: T) => {
    setPending({ value, instead: known });
    try {
      await patchChannel(channelId, formOf(value));
    } catch (error) {
      setPending(undefined);
      throw error;
    }
  });
  useEffect(() => {
    if (busy || !pending) return;
    const timer = setTimeout(() => setPending(undefined), EVENT_MS);
    return () => clearTimeout(timer);
  }, [busy, pending]);
  const isPending = pending !== undefined && pending.instead === known;
  return { value: isPending ? pending.value : known, failure, save: (value: T) => void run(value) };
}
