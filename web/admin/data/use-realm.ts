import { useRegistered } from './use-registered.ts';

/** Chat settings shown in the administration. */
export interface Realm {
  realm_name: string;
  realm_description: string;
  realm_default_language: string;
  realm_icon_url: string;
  /** `U`: an uploaded picture. */
  realm_icon_source: string;
  realm_require_unique_names: boolean;
  realm_enable_read_receipts: boolean;
  realm_allow_message_editing: boolean;
  realm_digest_emails_enabled: boolean;
  realm_keep_photo_locations: boolean;
  realm_enable_spectator_access: boolean;
  realm_allow_search_engines: boolean;
  realm_message_retention_days: number;
  realm_emails_restricted_to_domains: boolean;
  realm_welcome_message_custom_text: string;
  /** -1: none; also of the two below. */
  realm_moderation_request_channel_id: number;
  realm_new_stream_announcements_stream_id: number;
  realm_signup_announcements_stream_id: number;
}

/** Asks for the settings of the chat. */
export function useRealm() {
  const { answer: realm, failure, reload } = useRegistered<Realm>('realm');
  return { realm, failure, reload };
}
