import { Type } from 'typebox';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import { described } from '../../platform/http/described.ts';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessOrganization } from '../organization/access.ts';
import { readPhone } from '../phones/phone.ts';
import { TrackingAppearanceAnswer, USUAL_LOOKS } from './appearance.ts';
import { findAppearance, saveAppearance } from './queries.ts';

const flag = Type.Optional(Type.Boolean());

export const updateTrackingAppearance = dispatchOperation({
  method: 'PUT',
  path: '/tracking/settings',
  summary: 'Change the given settings of the appearance of tracking pages',
  access: 'apiKey',
  body: Type.Object({
    colour: Type.Optional(
      Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', [ERROR_TEXT]: 'must be #rrggbb' }), {
        description: 'Main colour as `#rrggbb`; null: the default.',
      }),
    ),
    phone: Type.Optional(
      Nullable(Type.String({ maxLength: 40 }), { description: 'Number that recipients may call; null: none.' }),
    ),
    showPhotos: described(flag, 'True shows photos of a completed delivery.'),
    showPicture: described(flag, "True shows the worker's picture."),
  }),
  answer: TrackingAppearanceAnswer,
  async write({ tx, caller }, { body }) {
    const { organizationId } = caller;
    // The log's lock keeps two concurrent updates from overwriting each other.
    await tx.position();
    const { country } = await accessOrganization(tx);
    const known = (await findAppearance(tx)) ?? USUAL_LOOKS;
    const appearance = {
      colour: body.colour === undefined ? known.colour : (body.colour?.toLowerCase() ?? null),
      phone: body.phone === undefined ? known.phone : body.phone === null ? null : readPhone(body.phone, country),
      showPhotos: body.showPhotos ?? known.showPhotos,
      showPicture: body.showPicture ?? known.showPicture,
    };
    const details = changesBetween<typeof appearance>(known, appearance, [
      'colour',
      'phone',
      'showPhotos',
      'showPicture',
    ]);
    if (Object.keys(details).length > 0)
      tx.audit({ organizationId, action: 'organization.tracking_looks_changed', details });
    await saveAppearance(tx, appearance);
    return appearance;
  },
});
