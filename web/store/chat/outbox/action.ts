import type { Action } from '../../outbox/outbox.ts';
import { type Conversation, conversationKey, topicKey } from '../conversation.ts';

export interface ReactionName {
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji' | 'zulip_extra_emoji';
}

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

/** Action of a person that waits for the server. */
export type ChatAction =
  /** `messageId`: of the server's answer. */
  | { kind: 'send'; conversation: Conversation; content: string; messageId?: number }
  /**
   * `original`: Markdown that was edited. Where the message has another by then, its digest lets the server refuse. `before`: HTML of
   * the message in the state; undefined if it is not loaded.
   */
  | {
      kind: 'edit';
      messageId: number;
      content: string;
      original: string;
      originalSha256: string;
      before: string | undefined;
    }
  | { kind: 'delete'; messageId: number }
  | { kind: 'react'; messageId: number; op: 'add' | 'remove'; reaction: ReactionName }
  /**
   * A vote, an option, a tick. `content`: JSON text (`widgets/widget-change.ts`). `earlier`: how often this person had added the same to
   * the message before.
   */
  | { kind: 'change widget'; messageId: number; content: string; earlier: number }
  | { kind: 'flag'; messageIds: readonly number[]; op: 'add' | 'remove'; flag: 'read' | 'starred' }
  /** This message and all later ones of its conversation. */
  | { kind: 'unread from'; messageId: number; conversation: Conversation }
  /** Resolving a topic is a move to its resolved name. */
  | {
      kind: 'move';
      messageId: number;
      from: { channelId: number; topic: string };
      to: { channelId: number; topic: string };
      mode: PropagateMode;
      /** Whether the server leaves a notice at each end. */
      notices: { old: boolean; new: boolean };
    }
  | { kind: 'subscribe'; channelId: number; name: string; isSubscribed: boolean }
  | { kind: 'channel setting'; channelId: number; property: string; value: boolean | string }
  | { kind: 'topic policy'; channelId: number; topic: string; policy: number }
  | { kind: 'mute person'; userId: number; isMuted: boolean };

export type QueuedChatAction = Action<ChatAction>;

/** Object that an action changes: of one object one action is sent at a time, so messages of a conversation arrive in order. */
export function objectOf(body: ChatAction): string {
  switch (body.kind) {
    case 'send':
      return conversationKey(body.conversation);
    case 'edit':
    case 'delete':
    case 'react':
    case 'change widget':
    case 'move':
      return `message ${body.messageId}`;
    case 'flag':
      return `flag ${body.flag}`;
    case 'unread from':
      return 'flag read';
    case 'subscribe':
    case 'channel setting':
      return `channel ${body.channelId}`;
    case 'topic policy':
      return `policy ${topicKey(body.channelId, body.topic)}`;
    case 'mute person':
      return `person ${body.userId}`;
  }
}
