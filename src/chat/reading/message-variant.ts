import { type Role, SPECTATOR_ROLE } from '../http/caller.ts';

/** Everything of a reader on which a message's JSON depends: one serialization serves all readers of a variant. */
export interface MessageVariant {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** Whether the empty topic goes out as it is, not under its display name. */
  emptyTopicName: boolean;
  /** Clients named "zulip…" know `zulip_extra_emoji` only. */
  legacyEmojiNames: boolean;
  /** Decides which e-mail addresses are real. */
  readerRole: Role | typeof SPECTATOR_ROLE;
  /** Whether the organization shows edit history; never to the world, since texts were changed for a reason. */
  editHistory: boolean;
  /** Whether the reader may not know of the sender. */
  hidesSender: boolean;
}

/**
 * The variant for a reader who may know of the sender.
 * @param client name of the client program
 */
export function messageVariant(
  client: string,
  readerRole: MessageVariant['readerRole'],
  realm: { allowEditHistory: boolean },
  options: Pick<MessageVariant, 'applyMarkdown' | 'clientGravatar' | 'emptyTopicName'>,
): MessageVariant {
  const { applyMarkdown, clientGravatar, emptyTopicName } = options;
  const legacyEmojiNames = knowsLegacyNamesOnly(client);
  return {
    applyMarkdown,
    clientGravatar,
    emptyTopicName,
    legacyEmojiNames,
    readerRole,
    editHistory: realm.allowEditHistory && readerRole !== SPECTATOR_ROLE,
    hidesSender: false,
  };
}

/** client: names that start with "zulip" decode closed lists of the older words. */
export function knowsLegacyNamesOnly(client: string): boolean {
  return /^zulip/i.test(client);
}
