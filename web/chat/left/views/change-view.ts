import { request } from '../../../shared/session/session.ts';
import { chat } from '../../data/chat.ts';
import { refuse } from '../../data/refuse.ts';

const pathOf = (fragment: string) => `/api/v1/navigation_views/${encodeURIComponent(fragment)}`;

async function attempt(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    refuse(error as Error);
  }
}

/** Puts a view above or below the fold; the event of it moves the row, on every device. @param name of the person's own */
export function setViewPinned(fragment: string, isPinned: boolean, name?: string): Promise<void> {
  const isKnown = chat.peek().state.navigationViews.has(fragment);
  return attempt(() =>
    isKnown
      ? request(pathOf(fragment), { method: 'PATCH', form: { is_pinned: isPinned } })
      : request('/api/v1/navigation_views', {
          method: 'POST',
          form: { fragment, is_pinned: isPinned, ...(name !== undefined && { name }) },
        }),
  );
}

export function renameView(fragment: string, name: string): Promise<void> {
  return attempt(() => request(pathOf(fragment), { method: 'PATCH', form: { name } }));
}

export function removeView(fragment: string): Promise<void> {
  return attempt(() => request(pathOf(fragment), { method: 'DELETE' }));
}
