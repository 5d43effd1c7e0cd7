import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { DraftObject } from '../drafts/draft.ts';
import { MutedUserObject } from '../muted-users/muted-user.ts';
import { NavigationView } from '../navigation-views/navigation-view.ts';
import { DeviceObject, PushAccountObject } from '../push-devices/push-device.ts';
import { SavedSnippetObject } from '../saved-snippets/saved-snippet.ts';
import { AttachmentObject } from '../uploads/present.ts';
import type { DeclaredKind } from './declared.ts';

const SettingValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
  description: 'New value of the setting.',
});
const LanguageName = Type.Optional(Type.String({ description: 'Name of a new `default_language`.' }));
const UserEmail = Type.String({ description: "The reader's e-mail address." });
const SpaceUsed = Type.Integer({ description: 'Bytes of all uploads of the organization.' });
const { fragment: ViewFragment, is_pinned, name } = NavigationView.properties;
const DeviceId = Type.Integer({ description: 'ID that `POST /register_client_device` gave the device.' });

/** Events about what belongs to the reader alone. */
export const ownEvents = {
  user_settings: {
    sentence: 'A setting of the reader changed.',
    byOp: {
      update: {
        sentence: 'A setting of the reader changed.',
        members: {
          property: Type.String({ description: 'Name of the setting.' }),
          value: SettingValue,
          language_name: LanguageName,
        },
      },
    },
  },
  update_display_settings: {
    sentence: 'Older form of `user_settings`, without the capability `user_settings_object`.',
    members: {
      user: UserEmail,
      setting_name: Type.String({ description: 'Name of the setting, as in `PATCH /settings`.' }),
      setting: SettingValue,
      language_name: LanguageName,
    },
  },
  update_global_notifications: {
    sentence: 'Older form of `user_settings` for notifications, without the capability `user_settings_object`.',
    members: {
      user: UserEmail,
      notification_name: Type.String({ description: 'Name of the setting, as in `PATCH /settings`.' }),
      setting: SettingValue,
      language_name: LanguageName,
    },
  },
  alert_words: {
    sentence: 'The alert words of the reader changed.',
    members: { alert_words: Type.Array(Type.String(), { description: 'All alert words.' }) },
  },
  muted_users: {
    sentence: 'The reader mutes other people.',
    members: { muted_users: Type.Array(MutedUserObject, { description: 'All muted people.' }) },
  },
  drafts: {
    sentence: 'Drafts of the reader changed.',
    byOp: {
      add: {
        sentence: 'The reader has new drafts.',
        members: { drafts: Type.Array(DraftObject, { description: 'The new drafts.' }) },
      },
      update: { sentence: 'A draft changed.', members: { draft: described(DraftObject, 'The draft as it is now.') } },
      remove: {
        sentence: 'A draft was deleted.',
        members: { draft_id: Type.Integer({ description: 'ID of the draft that is gone.' }) },
      },
    },
  },
  saved_snippets: {
    sentence: 'Saved snippets of the reader changed.',
    byOp: {
      add: {
        sentence: 'The reader saved a snippet.',
        members: { saved_snippet: described(SavedSnippetObject, 'The new snippet.') },
      },
      update: {
        sentence: 'A snippet changed.',
        members: { saved_snippet: described(SavedSnippetObject, 'The snippet as it is now.') },
      },
      remove: {
        sentence: 'A snippet was deleted.',
        members: { saved_snippet_id: Type.Integer({ description: 'ID of the snippet that is gone.' }) },
      },
    },
  },
  navigation_view: {
    sentence: 'Views in the navigation of the reader changed.',
    byOp: {
      add: {
        sentence: 'The reader added a view.',
        members: { navigation_view: described(NavigationView, 'The new view.') },
      },
      update: {
        sentence: 'A view changed.',
        members: {
          fragment: ViewFragment,
          data: Type.Partial(Type.Object({ is_pinned, name }, { additionalProperties: false }), {
            description: 'Properties that changed.',
          }),
        },
      },
      remove: { sentence: 'The reader removed a view.', members: { fragment: ViewFragment } },
    },
  },
  attachment: {
    sentence: 'Files that the reader uploaded changed.',
    byOp: {
      add: {
        sentence: 'The reader uploaded a file.',
        members: { attachment: described(AttachmentObject, 'The file.'), upload_space_used: SpaceUsed },
      },
      update: {
        sentence: 'Other messages refer to a file.',
        members: { attachment: described(AttachmentObject, 'The file as it is now.'), upload_space_used: SpaceUsed },
      },
      remove: {
        sentence: 'A file was deleted.',
        members: {
          attachment: Type.Object(
            { id: Type.Integer({ description: 'ID of the file.' }) },
            { additionalProperties: false, description: 'The file.' },
          ),
          upload_space_used: SpaceUsed,
        },
      },
    },
  },
  device: {
    sentence: 'Devices of the reader that get push notifications changed.',
    byOp: {
      add: { sentence: 'A device was added.', members: { device_id: DeviceId } },
      update: {
        sentence: 'The registration of a device changed. What stayed the same is absent.',
        members: { device_id: DeviceId, ...Type.Partial(DeviceObject).properties },
      },
      remove: { sentence: 'A device was removed.', members: { device_id: DeviceId } },
    },
  },
  push_device: {
    sentence: 'The older form of `device`: the state of a registration changed.',
    members: {
      push_account_id: Type.String({ description: 'Number that the client gave the registration, as text.' }),
      ...PushAccountObject.properties,
    },
  },
  heartbeat: {
    sentence: 'Nothing happened for a while. Its ID counts like that of any event.',
    members: {},
  },
  web_reload_client: {
    sentence: 'Load your state again: what you hold may be outdated, such as after old messages were deleted.',
    members: { immediate: Type.Boolean({ description: 'Whether to do it at once.' }) },
  },
} satisfies Record<string, DeclaredKind>;
