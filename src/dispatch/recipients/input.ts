import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { Name, Nullable } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';
import { readPhone, readUncheckedPhone } from '../phones/phone.ts';

const Notes = Nullable(Type.String({ maxLength: 10_000 }));

/** Language of the SMS and the tracking page. */
export const SmsLanguage = Nullable(Type.String({ pattern: '^[a-z]{2}$', [ERROR_TEXT]: 'must be two letters' }), {
  description: "Language of SMS and the tracking page, two letters; null: the organization's.",
});

/** Body of a recipient's creation, alone or inside a task's. */
export const recipientInput = Type.Object({
  name: described(Name, 'Full name, at most 500 characters.'),
  phone: Type.String({
    description:
      'Phone number, unique in the organization. Without a leading `+` it is read as one of the ' +
      "organization's country.",
  }),
  notes: Type.Optional(described(Notes, 'Notes for all tasks of the recipient, at most 10,000 characters.')),
  skipSMSNotifications: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True: the recipient gets no SMS. False if absent.' }),
  ),
  language: Type.Optional(SmsLanguage),
  skipPhoneNumberValidation: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True accepts any number that starts with `+`. False if absent.' }),
  ),
  metadata: Type.Optional(Nullable(MetadataInput, { description: 'Your own data on the recipient.' })),
});
export type RecipientInput = Static<typeof recipientInput>;

/** Body of a recipient's update. */
export const recipientUpdate = Type.Object({
  name: Type.Optional(described(Name, 'New full name, at most 500 characters.')),
  phone: Type.Optional(Type.String({ description: 'New phone number, unique in the organization.' })),
  notes: Type.Optional(described(Notes, 'New notes, at most 10,000 characters; null empties them.')),
  skipSMSNotifications: Type.Optional(Nullable(Type.Boolean(), { description: 'True: the recipient gets no SMS.' })),
  language: Type.Optional(SmsLanguage),
  skipPhoneNumberValidation: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True accepts any number that starts with `+`. False if absent.' }),
  ),
  metadata: Type.Optional(
    Nullable(MetadataUpdate, { description: 'The whole new list, or items to set and to remove.' }),
  ),
});
export type RecipientUpdate = Static<typeof recipientUpdate>;

/**
 * The number to store or to look for (spec: dispatch 4).
 * @throws {DispatchError} 1000 when it is not valid
 */
export function recipientPhone(text: string, country: string, skipValidation: boolean | null | undefined): string {
  return skipValidation ? readUncheckedPhone(text) : readPhone(text, country);
}
