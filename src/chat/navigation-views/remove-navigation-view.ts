import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { Fragment, viewList } from './navigation-view.ts';

export const removeNavigationView = chatOperation({
  method: 'DELETE',
  path: '/navigation_views/:fragment',
  summary: 'Remove a view from the sidebar',
  access: anyUser,
  params: { fragment: inPath(described(Fragment, 'Address of the view to remove.')) },
  answer: {},
  async write({ tx, caller }, { fragment }) {
    await doRemoveItems(tx, viewList, caller, [fragment]);
    return {};
  },
});
