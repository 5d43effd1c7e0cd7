import { useEffect } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { chat } from '../data/chat.ts';
import { oldHash } from '../data/old-hash.ts';
import { placeOfOldAddress } from '../old-addresses.ts';
import { Gone } from './gone.tsx';

/** Leads on from an address of the older form, in its place: Back does not come here again. */
export function OldAddress() {
  const [, go] = useLocation();
  const hash = oldHash.value;
  const place = hash === undefined ? undefined : placeOfOldAddress(chat.peek().state, hash);
  useEffect(() => {
    if (place === 'administration') location.replace('/admin');
    else if (place !== undefined) go(place, { replace: true });
  }, [place]);
  return place === undefined ? <Gone /> : null;
}
