import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadItems } from '../owned-lists/access.ts';
import { NavigationView, viewList } from './navigation-view.ts';

export const getNavigationViews = chatOperation({
  method: 'GET',
  path: '/navigation_views',
  summary: "List the views in the caller's sidebar",
  access: anyUser,
  params: {},
  answer: { navigation_views: Type.Array(NavigationView, { description: 'Views in the order of their addresses.' }) },
  async read({ reader, caller }) {
    return { navigation_views: await loadItems(reader, viewList, caller) };
  },
});
