import { navigate } from 'wouter-preact/use-browser-location';
import { isWithMod } from '../../shared/keys.ts';
import { addressOf, BASE, narrowAddressInHash } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { isOfChat } from './html/decorate.ts';

/** Opens a link to a place of this chat here, without loading the page anew; the older form (`#narrow/…`) leads to the present one. */
export function followLink(event: MouseEvent, link: HTMLAnchorElement): void {
  if (isWithMod(event) || event.shiftKey || !isOfChat(link.href)) return;
  const url = new URL(link.href);
  const place = url.pathname === '/' ? narrowAddressInHash(url.hash) : undefined;
  if (url.pathname === '/' && (!place || place.narrow.kind === 'search')) return;
  event.preventDefault();
  if (!place) navigate(url.pathname + url.search);
  else if (place.narrow.kind !== 'search') {
    const { channels } = chat.peek().state;
    const channelName = 'channelId' in place.narrow ? channels.get(place.narrow.channelId)?.name : undefined;
    navigate(BASE + addressOf(place.narrow, { near: place.near, channelName }));
  }
}
