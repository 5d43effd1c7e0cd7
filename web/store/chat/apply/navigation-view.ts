import type { NavigationView } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Event =
  | { op: 'add'; navigation_view: NavigationView }
  | { op: 'update'; fragment: string; data: Partial<NavigationView> }
  | { op: 'remove'; fragment: string };

export const applyNavigationView: Reducer<Event> = (state, event) => {
  const views = state.navigationViews;
  if (event.op === 'add') views.set(event.navigation_view.fragment, event.navigation_view);
  else if (event.op === 'remove') views.delete(event.fragment);
  else {
    const view = views.get(event.fragment);
    if (view) views.set(event.fragment, { ...view, ...event.data });
  }
};
