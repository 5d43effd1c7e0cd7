import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional, text } from '../http/params.ts';
import { doAddItems } from '../owned-lists/actions.ts';
import { Fragment, readViewName, ViewName, viewList } from './navigation-view.ts';

export const addNavigationView = chatOperation({
  method: 'POST',
  path: '/navigation_views',
  summary: 'Add a view to the sidebar',
  access: anyUser,
  params: {
    fragment: text(described(Fragment, "Address of the view: the part of the page's address after the `#`.")),
    is_pinned: json(Type.Boolean({ description: 'Whether the view is shown at the top.' })),
    name: optional(text(described(ViewName, 'Name of the view, at most 60 characters. Built-in views have none.'))),
  },
  answer: {},
  async write({ tx, caller }, { fragment, is_pinned, name }) {
    const view = { fragment, is_pinned, name: readViewName(fragment, name) };
    await doAddItems(tx, viewList, caller, [view]);
    return {};
  },
});
