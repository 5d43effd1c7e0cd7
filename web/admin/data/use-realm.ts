import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';

/** What the administration shows of the chat's settings. */
export interface Realm {
  realm_name: string;
  realm_description: string;
  realm_require_unique_names: boolean;
  realm_enable_read_receipts: boolean;
  realm_allow_message_editing: boolean;
  realm_digest_emails_enabled: boolean;
  realm_keep_photo_locations: boolean;
  realm_message_retention_days: number;
  realm_emails_restricted_to_domains: boolean;
}

/** Asks for the settings of the chat. The API tells them to whoever registers for events: that queue is ended at once. */
export function useRealm() {
  const [realm, setRealm] = useState<Realm>();
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>();
  const load = async () => {
    try {
      const form = { event_types: ['realm'], fetch_event_types: ['realm'] };
      const { queue_id, ...known } = await request<Realm & { queue_id: string }>('/api/v1/register', {
        method: 'POST',
        form,
      });
      setRealm(known);
      setFailure(undefined);
      await request('/api/v1/events', { method: 'DELETE', form: { queue_id } });
    } catch (error) {
      setFailure(failureOf(error as Error));
    }
  };
  useEffect(() => void load(), []);
  return { realm, failure, reload: () => void load() };
}
