import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import { Failure, Loading } from './states.tsx';

interface LazyProps<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  /** Props of the part. */
  props?: Props;
  /** True for what has no place of its own before it is there: nothing is shown while it comes. */
  isQuiet?: boolean;
}

/** Parts that have come, by what loads them. */
const loadedParts = new WeakMap<() => Promise<unknown>, ComponentType>();

/** Loads a part before it is shown: one that has come is drawn at once. */
export async function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const Component = await load();
  loadedParts.set(load, Component as ComponentType);
  return Component;
}

/** Whether a part of this page has failed since it was loaded. */
export const hasFailedPart = signal(false);

/** A part of the page that comes when it is first shown. Where it cannot be had, or fails, the rest lives. */
export function Lazy<Props extends object = object>({ load, props, isQuiet = false }: LazyProps<Props>) {
  const [last, setLast] = useState<{ failed?: typeof load }>({});
  const [retries, setRetries] = useState(0);
  const [error, repeat] = useErrorBoundary((thrown) => {
    hasFailedPart.value = true;
    reportError(thrown);
  });
  const Component = loadedParts.get(load) as ComponentType<Props> | undefined;
  useEffect(() => {
    let isShown = true;
    if (!Component)
      loadPart(load).then(
        () => isShown && setLast({}),
        () => isShown && setLast({ failed: load }),
      );
    return () => {
      isShown = false;
    };
  }, [load, retries]);
  if (error) return <Failure sentence={texts.states.broken} onRetry={repeat} />;
  if (Component) return <Component {...(props as Props)} />;
  if (last.failed !== load) return isQuiet ? null : <Loading rows={12} />;
  return (
    <Failure
      onRetry={() => {
        setLast({});
        setRetries(retries + 1);
      }}
    />
  );
}
