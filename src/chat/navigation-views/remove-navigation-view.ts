import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { accessView } from './access.ts';
import { doDeleteView } from './actions.ts';
import { Fragment } from './navigation-view.ts';

export const removeNavigationView = chatOperation({
  method: 'DELETE',
  path: '/navigation_views/:fragment',
  summary: 'Take a view out of the sidebar',
  access: anyUser,
  params: { fragment: inPath(Fragment) },
  answer: {},
  async write({ tx, caller }, { fragment }) {
    await accessView(tx, caller, fragment);
    await doDeleteView(tx, caller.organizationId, caller.userId, fragment);
    return {};
  },
});
