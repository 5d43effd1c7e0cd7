import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessTracked } from './access.ts';
import { doGiveFeedback } from './actions.ts';

export const giveFeedback = dispatchOperation({
  method: 'POST',
  path: '/tracking/:token/feedback',
  summary: 'Rate a completed task with one to five stars, once, as its recipient',
  access: 'anyone',
  pathParams: { token: Type.String({ description: "Last part of the task's `trackingURL`." }) },
  body: Type.Object({
    rating: Type.Integer({ minimum: 1, maximum: 5, description: 'Stars, from 1 to 5.' }),
    comments: Type.Optional(
      Nullable(Type.String({ maxLength: 2000 }), { description: 'Text with the rating, at most 2000 characters.' }),
    ),
  }),
  errors: [1402],
  async write({ tx, services, address, host }, { path, body }) {
    const row = await accessTracked(tx, services, path.token, { address, host });
    const feedback = { rating: body.rating, comments: body.comments?.trim() ?? '' };
    await doGiveFeedback(tx.of(row.organizationId), row, feedback, await organizationUrl(services, row.organizationId));
    return undefined;
  },
});
