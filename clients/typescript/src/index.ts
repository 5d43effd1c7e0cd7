export { type ChatCalls, type ChatClient, type ChatOptions, createChatClient, type MessagesOptions } from './chat.ts';
export { createDispatchClient, type DispatchCalls, type DispatchClient, type DispatchOptions } from './dispatch.ts';
export { dataOf, HubbubError } from './errors.ts';
export {
  type ChatEvent,
  type EventOptions,
  type EventReader,
  isMessage,
  type Position,
  type Registered,
} from './events.ts';
/** Types of the chat API: `Chat.Message`, `Chat.User`, `Chat.ReactionAddEvent`. */
export type * as Chat from './generated/chat.ts';
export type { MessageEvent } from './generated/chat.ts';
/** Types of the dispatch API: `Dispatch.Task`, `Dispatch.Worker`. */
export type * as Dispatch from './generated/dispatch.ts';
export type { RetryOptions } from './retries.ts';
export type { Frame } from './streams.ts';
export { isSigned, receiveWebhook, type WebhookDelivery } from './webhooks.ts';
