import { type Static, Type } from 'typebox';
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
  name: Name,
  phone: Type.String(),
  notes: Type.Optional(Notes),
  skipSMSNotifications: Type.Optional(Nullable(Type.Boolean())),
  language: Type.Optional(SmsLanguage),
  skipPhoneNumberValidation: Type.Optional(Nullable(Type.Boolean())),
  metadata: Type.Optional(Nullable(MetadataInput)),
});
export type RecipientInput = Static<typeof recipientInput>;

/** Body of a recipient's update. */
export const recipientUpdate = Type.Object({
  name: Type.Optional(Name),
  phone: Type.Optional(Type.String()),
  notes: Type.Optional(Notes),
  skipSMSNotifications: Type.Optional(Nullable(Type.Boolean())),
  language: Type.Optional(SmsLanguage),
  skipPhoneNumberValidation: Type.Optional(Nullable(Type.Boolean())),
  metadata: Type.Optional(Nullable(MetadataUpdate)),
});
export type RecipientUpdate = Static<typeof recipientUpdate>;

/**
 * The number to store or to look for (spec: dispatch 4).
 * @throws {DispatchError} 1000 when it is not valid
 */
export function recipientPhone(text: string, country: string, skipValidation: boolean | null | undefined): string {
  return skipValidation ? readUncheckedPhone(text) : readPhone(text, country);
}
