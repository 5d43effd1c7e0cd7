import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadFields } from './access.ts';
import { ProfileFieldObject, presentFields } from './profile-field.ts';

export const getProfileFields = chatOperation({
  method: 'GET',
  path: '/realm/profile_fields',
  summary: "List the organization's custom profile fields, in their order",
  access: anyUser,
  params: {},
  answer: {
    custom_fields: Type.Array(ProfileFieldObject, { description: 'Fields in the order in which profiles show them.' }),
  },
  async read({ reader }) {
    return { custom_fields: presentFields(await loadFields(reader)) };
  },
});
