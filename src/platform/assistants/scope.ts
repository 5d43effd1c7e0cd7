/** Part of a person's rights that their key for an assistant has. It never changes: another choice is another key. */
export interface KeyScope {
  /** The key. */
  readonly credentialId: string;
  /** Its owner. */
  readonly personId: string;
  readonly mayWrite: boolean;
  readonly directMessages: boolean;
  /** Channels whose messages it reads; null: all that the person reads. */
  readonly channelIds: readonly number[] | null;
  /** Teams whose tasks it sees; null: all that the person sees; none: it has nothing of dispatch. */
  readonly teamIds: readonly string[] | null;
}

/** Whether a channel is one of those that were chosen; true where no key narrows anything. */
export function isChannelInScope(scope: KeyScope | undefined, channelId: number): boolean {
  return scope === undefined || scope.channelIds === null || scope.channelIds.includes(channelId);
}

/** Whether direct messages are read and written; true where no key narrows anything. */
export function hasDirectMessages(scope: KeyScope | undefined): boolean {
  return scope === undefined || scope.directMessages;
}

/** Whether a key has anything of the chat. */
export const hasChat = ({ channelIds, directMessages }: KeyScope): boolean =>
  directMessages || channelIds === null || channelIds.length > 0;

/** Whether a key has anything of dispatch. */
export const hasDispatch = ({ teamIds }: KeyScope): boolean => teamIds === null || teamIds.length > 0;
