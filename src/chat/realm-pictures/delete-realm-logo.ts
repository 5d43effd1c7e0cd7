import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, withDefault } from '../http/params.ts';
import { doSetRealmPicture } from './actions.ts';

export const deleteRealmLogo = chatOperation({
  method: 'DELETE',
  path: '/realm/logo',
  summary: "Delete the organization's logo",
  access: administrators,
  params: { night: withDefault(json(Type.Boolean({ description: 'Whether it is the logo for dark pages.' })), false) },
  answer: {},
  async write({ tx }, { night }) {
    await doSetRealmPicture(tx, night ? 'night_logo' : 'logo', null);
    return {};
  },
});
