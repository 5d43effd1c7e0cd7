import { type Narrow, narrowKey } from '../../../store/chat/narrow.ts';
import type { ChatState } from '../../../store/chat/state.ts';
import type { NavigationView } from '../../../store/wire/chat.ts';
import { addressOf } from '../../addresses.ts';
import { narrowAddressInHash } from '../../addresses-in-hash.ts';

/** A place that the person made a view. */
export interface OwnView {
  view: NavigationView;
  narrow: Exclude<Narrow, { kind: 'search' }>;
  /** Below `/chat`. */
  href: string;
}

/** The person's own views by name; those of other clients that lead nowhere here are left out. */
export function ownViews(state: Pick<ChatState, 'navigationViews' | 'channels'>): OwnView[] {
  const found = [...state.navigationViews.values()].flatMap((view): OwnView[] => {
    const narrow = view.name === null ? undefined : narrowAddressInHash(view.fragment)?.narrow;
    if (!narrow || narrow.kind === 'search') return [];
    const channelName = 'channelId' in narrow ? state.channels.get(narrow.channelId)?.name : undefined;
    // A channel that the person lost is no place to go to.
    if ('channelId' in narrow && channelName === undefined) return [];
    return [{ view, narrow, href: addressOf(narrow, { channelName }) }];
  });
  return found.sort((a, b) => a.view.name!.localeCompare(b.view.name!));
}

/** Returns the person's own view of a narrow, if they made it one. */
export function ownViewOf(state: ChatState, narrow: Narrow): OwnView | undefined {
  const key = narrowKey(narrow);
  return ownViews(state).find((each) => narrowKey(each.narrow) === key);
}

/** Returns the address of a narrow as all clients of the API read it, without the `#`. */
export function fragmentOf(narrow: Extract<Narrow, { kind: 'topic' | 'channel' | 'direct' }>): string {
  if (narrow.kind === 'direct') return `narrow/dm/${narrow.userIds.join(',')}`;
  const channel = `narrow/channel/${narrow.channelId}`;
  return narrow.kind === 'channel' ? channel : `${channel}/topic/${hashEncoded(narrow.topic)}`;
}

/** A dot stands for a percent sign there. */
const hashEncoded = (text: string) => encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('%', '.');
