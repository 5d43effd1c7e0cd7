import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { NavigationView } from './navigation-view.ts';
import { loadViewsOf } from './queries.ts';

export const getNavigationViews = chatOperation({
  method: 'GET',
  path: '/navigation_views',
  summary: 'The views that the caller keeps in the sidebar',
  access: anyUser,
  params: {},
  answer: { navigation_views: Type.Array(NavigationView) },
  async read({ reader, caller }) {
    return { navigation_views: await loadViewsOf(reader, caller.organizationId, caller.userId) };
  },
});
