import type { Services } from '../../../platform/services.ts';
import type { MessageSent } from '../../reading/message.ts';

/** Read marks as the event log has them. */
export interface ReadMarkListener {
  /** A person marked messages as read, or as unread. */
  marked(organizationId: string, userId: number, asRead: boolean): void;
  /** Messages went to another channel, and everybody's marks with them. */
  moved(organizationId: string): void;
  deleted?(organizationId: string): void;
  /** A person muted a channel or a topic, or hears it again. */
  muted?(organizationId: string, userId: number): void;
  /** Messages went to another topic, which people may have muted or not. */
  renamed?(organizationId: string): void;
}

/** Calls `listener` for each event of any organization that is followed, in the order of its log. */
export function listenToReadMarks({ feed }: Services, listener: ReadMarkListener): void {
  feed.listen((events) => {
    for (const { organizationId, part, kind, audience, payload } of events) {
      if (part !== 'chat') continue;
      const { op, flag, property, new_stream_id, orig_subject } = payload as Record<string, unknown>;
      const people = () => audience.map((who) => Number(who.slice('user:'.length)));
      if (kind === 'message') {
        for (const userId of (payload as MessageSent).mutedByUserIds ?? [])
          listener.marked(organizationId, userId, true);
      } else if (kind === 'delete_message') listener.deleted?.(organizationId);
      // Clients load anew when messages were brought back, which may be anywhere.
      else if ((kind === 'update_message' && new_stream_id !== undefined) || kind === 'web_reload_client')
        listener.moved(organizationId);
      else if (kind === 'update_message_flags' && flag === 'read') {
        for (const userId of people()) listener.marked(organizationId, userId, op === 'add');
      } else if (kind === 'user_topic' || (kind === 'subscription' && property === 'is_muted')) {
        for (const userId of people()) listener.muted?.(organizationId, userId);
      } else if (kind === 'update_message' && orig_subject !== undefined) listener.renamed?.(organizationId);
    }
  });
}
