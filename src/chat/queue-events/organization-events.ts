import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { ExportObject } from '../exports/export.ts';
import { LinkifierObject } from '../linkifiers/present.ts';
import { PlaygroundObject } from '../playgrounds/playground.ts';
import { ProfileFieldObject } from '../profile-fields/profile-field.ts';
import { RealmDomainObject } from '../realm-domains/domain.ts';
import { RealmEmojiDictionary } from '../realm-emoji/present.ts';
import type { DeclaredKind } from './declared.ts';

/** Events about the settings of an organization. */
export const organizationEvents = {
  realm: {
    sentence: 'Settings of the organization changed.',
    byOp: {
      update: {
        sentence: 'A setting of the organization changed.',
        members: {
          property: Type.String({ description: 'Name of the setting, without the `realm_` of `POST /register`.' }),
          value: Type.Unknown({ description: 'New value of the setting.' }),
        },
      },
      update_dict: {
        sentence: 'Several settings of the organization changed together.',
        members: {
          property: Type.String({ description: '`default`, or what the settings belong to, such as `icon`.' }),
          data: Type.Record(Type.String(), Type.Unknown(), { description: 'New values by the names of the settings.' }),
        },
      },
    },
  },
  realm_user_settings_defaults: {
    sentence: 'A setting that new people start with changed.',
    byOp: {
      update: {
        sentence: 'A setting that new people start with changed.',
        members: {
          property: Type.String({ description: 'Name of the setting.' }),
          value: Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
            description: 'New value of the setting.',
          }),
        },
      },
    },
  },
  custom_profile_fields: {
    sentence: 'Custom profile fields changed.',
    members: { fields: Type.Array(ProfileFieldObject, { description: 'All fields in their order.' }) },
  },
  realm_domains: {
    sentence: 'Domains whose addresses may join changed.',
    byOp: {
      add: {
        sentence: 'A domain was added.',
        members: { realm_domain: described(RealmDomainObject, 'The new domain.') },
      },
      change: {
        sentence: 'A domain changed.',
        members: { realm_domain: described(RealmDomainObject, 'The domain as it is now.') },
      },
      remove: {
        sentence: 'A domain was removed.',
        members: { domain: Type.String({ description: 'Name of the domain.' }) },
      },
    },
  },
  realm_emoji: {
    sentence: 'Custom emoji changed.',
    byOp: {
      update: {
        sentence: 'Custom emoji changed.',
        members: { realm_emoji: described(RealmEmojiDictionary, 'All custom emoji, by their IDs.') },
      },
    },
  },
  realm_linkifiers: {
    sentence: 'Linkifiers changed.',
    members: { realm_linkifiers: Type.Array(LinkifierObject, { description: 'All linkifiers in their order.' }) },
  },
  realm_playgrounds: {
    sentence: 'Playgrounds for code blocks changed.',
    members: { realm_playgrounds: Type.Array(PlaygroundObject, { description: 'All playgrounds.' }) },
  },
  realm_export: {
    sentence: 'Exports of the organization changed. Only for administrators.',
    members: { exports: Type.Array(ExportObject, { description: 'All exports.' }) },
  },
  realm_export_consent: {
    sentence: 'Somebody allowed or forbade the export of their private data. Only for administrators.',
    members: {
      user_id: Type.Integer({ description: 'ID of the person.' }),
      consented: Type.Boolean({ description: 'Whether exports may have their private data.' }),
    },
  },
  invites_changed: {
    sentence: 'Invitations that the reader may manage changed: get them again from `GET /invites`.',
    members: {},
  },
} satisfies Record<string, DeclaredKind>;
