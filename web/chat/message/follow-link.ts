import { isWithMod } from '../../shared/keys.ts';
import { isOldAddress } from '../../shared/old-address.ts';
import { BASE } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { goTo } from '../data/go-to.ts';
import { placeOfOldAddress } from '../old-addresses.ts';
import { isOfChat } from './html/decorate.ts';

/** Opens a link to a place of this chat here, without loading the page anew; the older form (`#narrow/…`) leads to the present one. */
export function followLink(event: MouseEvent, link: HTMLAnchorElement): void {
  if (isWithMod(event) || event.shiftKey || !isOfChat(link.href)) return;
  const url = new URL(link.href);
  if (!isOldAddress(url.hash)) {
    event.preventDefault();
    goTo(url.pathname + url.search);
    return;
  }
  const place = placeOfOldAddress(chat.peek().state, url.hash);
  // The page says that there is nothing, as for whoever comes by that address.
  if (place === 'administration') return;
  event.preventDefault();
  goTo(place === undefined ? `${BASE}/${url.hash}` : BASE + place);
}
