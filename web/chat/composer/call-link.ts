import { uniqueId } from '../../shared/unique-id.ts';
import { chat } from '../data/chat.ts';

/** `realm_video_chat_provider` of an organization that calls by Jitsi Meet. */
const JITSI = 1;

/** Returns the address of a new call, which nobody can guess; undefined where the organization has set none. */
export function newCallAddress(): string | undefined {
  const { realm_video_chat_provider, realm_jitsi_server_url } = chat.value.state.fields;
  if (realm_video_chat_provider !== JITSI || typeof realm_jitsi_server_url !== 'string') return undefined;
  return `${realm_jitsi_server_url.replace(/\/$/, '')}/${uniqueId()}`;
}
