import { knownChannels } from '../../chat/channels/access.ts';
import type { Channel } from '../../chat/channels/channel.ts';
import { ChatError } from '../../chat/http/errors.ts';
import { realmOf } from '../../chat/realms/access.ts';
import { spectate } from '../../chat/realms/spectate.ts';
import { TooManyGuesses } from '../../platform/credentials/failed-attempts.ts';
import type { ApiAnswer } from '../http/call-api.ts';
import { PageProblem } from '../http/error-pages.ts';
import type { PageRequest } from '../http/page.ts';

/** An organization's public face, as the chat API has it for people without an account. */
export interface PublicFace {
  name: string;
  description: string;
  /** Whether search engines may list its pages. */
  isListed: boolean;
  /** Text for the topic without a name. */
  emptyTopicName: string;
  /** Web-public channels that are in use, by name. */
  channels: readonly Channel[];
  /** Whether whoever is signed in has the chat of this organization. */
  isAtHome: boolean;
}

/**
 * Returns what everybody may read.
 * @throws {PageProblem} 404 where the organization is closed to the world, as for what does not exist
 */
export async function accessPublic({ services, host, visitor, language }: PageRequest): Promise<PublicFace> {
  try {
    const { caller } = await spectate(services, host, false);
    const facts = services.state.of(caller.organizationId);
    const realm = await realmOf(facts);
    const channels = (await knownChannels(facts, caller)).filter((each) => each.isWebPublic && !each.isArchived);
    return {
      name: realm.name,
      description: realm.description,
      isListed: realm.settings.allow_search_engines,
      emptyTopicName: realm.emptyTopicDisplayName,
      channels: channels.sort((one, other) => one.name.localeCompare(other.name, language)),
      isAtHome: visitor?.organization.id === caller.organizationId && visitor.accounts.chat !== undefined,
    };
  } catch (error) {
    if (error instanceof ChatError) throw notPublic();
    throw error;
  }
}

/** @throws {PageProblem} 404 */
export function accessPublicChannel(face: PublicFace, id: string): Channel {
  const channel = /^\d+(?:-|$)/.test(id) && face.channels.find((each) => each.id === Number.parseInt(id, 10));
  if (!channel) throw notPublic();
  return channel;
}

export const notPublic = (): PageProblem => new PageProblem(404, ({ publicPages }) => publicPages.gone);

/** Returns the answer of the chat API to somebody without an account. @throws {PageProblem} {TooManyGuesses} */
export function publicAnswer({ isOk, status, json }: ApiAnswer): ApiAnswer['json'] {
  if (isOk) return json;
  if (status === 429) throw new TooManyGuesses(Number(json['retry-after'] ?? 60));
  throw notPublic();
}
