import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath, json, optional, text } from '../http/params.ts';
import { accessItem } from '../owned-lists/access.ts';
import { doUpdateItem } from '../owned-lists/actions.ts';
import { Fragment, readViewName, ViewName, viewList } from './navigation-view.ts';

export const updateNavigationView = chatOperation({
  method: 'PATCH',
  path: '/navigation_views/:fragment',
  summary: 'Change a view in the sidebar',
  access: anyUser,
  params: {
    fragment: inPath(described(Fragment, 'Address of the view to change.')),
    is_pinned: optional(json(Type.Boolean({ description: 'Whether the view is shown at the top.' }))),
    name: optional(text(described(ViewName, 'New name, at most 60 characters. Built-in views have none.'))),
  },
  answer: {},
  async write({ tx, caller }, { fragment, is_pinned, name }) {
    await accessItem(tx, viewList, caller, fragment);
    if (is_pinned === undefined && name === undefined) throw badRequest('No new data is supplied');
    await doUpdateItem(tx, viewList, caller, fragment, {
      ...(is_pinned === undefined ? {} : { is_pinned }),
      ...(name === undefined ? {} : { name: readViewName(fragment, name) }),
    });
    return {};
  },
});
