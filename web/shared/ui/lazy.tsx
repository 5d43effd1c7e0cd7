import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure, Loading } from './states.tsx';

/** A part of the page that comes when it is first shown; where it cannot be had, the rest lives. */
export function Lazy({ load }: { load: () => Promise<ComponentType> }) {
  const [loaded, setLoaded] = useState<{ Component?: ComponentType; failed?: boolean }>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isShown = true;
    load().then(
      (Component) => isShown && setLoaded({ Component }),
      () => isShown && setLoaded({ failed: true }),
    );
    return () => {
      isShown = false;
    };
  }, [load, tries]);
  const { Component, failed } = loaded;
  if (Component) return <Component />;
  if (!failed) return <Loading rows={12} />;
  return (
    <Failure
      onRetry={() => {
        setLoaded({});
        setTries(tries + 1);
      }}
    />
  );
}
