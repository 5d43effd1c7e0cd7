import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional, text } from '../http/params.ts';
import { doAddItems } from '../owned-lists/actions.ts';
import { Fragment, readViewName, ViewName, viewList } from './navigation-view.ts';

export const addNavigationView = chatOperation({
  method: 'POST',
  path: '/navigation_views',
  summary: 'Keep a view in the sidebar',
  access: anyUser,
  params: { fragment: text(Fragment), is_pinned: json(Type.Boolean()), name: optional(text(ViewName)) },
  answer: {},
  async write({ tx, caller }, { fragment, is_pinned, name }) {
    const view = { fragment, is_pinned, name: readViewName(fragment, name) };
    await doAddItems(tx, viewList, caller, [view]);
    return {};
  },
});
