import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { administrators } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, optional, text } from '../../http/params.ts';
import { checkDefaultGroupDescription, checkDefaultGroupName } from './access.ts';
import { doUpdateDefaultGroup } from './actions.ts';

export const updateDefaultGroupOperation = chatOperation({
  method: 'PATCH',
  path: '/default_stream_groups/:group_id',
  summary: 'Change the name and description of a group of default channels',
  access: administrators,
  params: {
    group_id: inPath(described(Id, 'ID of the group of channels to change.')),
    new_group_name: optional(text(Type.String({ description: 'New name, at most 60 characters.' }))),
    new_description: optional(
      text(Type.String({ description: 'New text on what the channels have in common, at most 1024 characters.' })),
    ),
  },
  answer: {},
  async write({ tx }, { group_id, new_group_name, new_description }) {
    if (new_group_name === undefined && new_description === undefined)
      throw badRequest('You must pass "new_description" or "new_group_name".');
    await tx.position();
    await doUpdateDefaultGroup(tx, group_id, () => ({
      ...(new_group_name === undefined ? {} : { name: checkDefaultGroupName(new_group_name) }),
      ...(new_description === undefined ? {} : { description: checkDefaultGroupDescription(new_description) }),
    }));
    return {};
  },
});
