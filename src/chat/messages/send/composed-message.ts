import type { AudienceTag } from '../../events/emit.ts';
import type { Rendered } from '../../markdown/index.ts';
import type { Message, MessageSent } from '../../reading/message.ts';

/** A message that passed every check and waits to be written. */
export interface ComposedMessage {
  organizationId: string;
  /** The state it was checked by: the last event that was known before the first fact was read. */
  asOf: number;
  message: Omit<Message, 'id'>;
  rendered: Pick<Rendered, 'plainText' | 'hasLink' | 'hasImage' | 'hasAttachment' | 'sites'>;
  audience: AudienceTag[];
  local: MessageSent['local'];
  topicParticipantIds: number[];
  /** People whose alert words are in it; it need not come to all of them. */
  alertedUserIds: number[];
  /** Recipients who have muted the sender. */
  mutedByUserIds: number[];
  /** Uploads that it refers to: whoever sees it may have them. */
  attachmentIds: number[];
}

/** The payload of the log's event; the database adds the message's ID. */
export function eventOf(composed: ComposedMessage): Omit<MessageSent, 'message'> & Pick<ComposedMessage, 'message'> {
  const { message, local, topicParticipantIds, alertedUserIds, mutedByUserIds } = composed;
  const muted = mutedByUserIds.length > 0 ? { mutedByUserIds } : {};
  return { type: 'message', message, local, topicParticipantIds, alertedUserIds, ...muted };
}
