import { useEffect, useState } from 'preact/hooks';

/** Returns whether a picture was uploaded at an address, where the server draws initials otherwise; undefined until it is known. */
export function useHasPicture(address: string | undefined): boolean | undefined {
  const [kind, setKind] = useState<string | null>();
  useEffect(() => {
    if (address === undefined) return;
    fetch(address, { method: 'HEAD' }).then(
      ({ headers }) => setKind(headers.get('content-type')),
      () => undefined,
    );
  }, [address]);
  return kind === undefined ? undefined : kind !== null && !kind.startsWith('image/svg');
}
