import { type TextsOf, textsIn } from '../../platform/texts/texts.ts';

type InvitationTexts = TextsOf<'mail/invitation'>;

/** Returns the e-mail that invites. @param language the organization's, or the reader's */
export const invitationTexts = (language: string): InvitationTexts => textsIn('mail/invitation', language);
