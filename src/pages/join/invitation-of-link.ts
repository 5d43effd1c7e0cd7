import type { PageRequest } from '../http/page.ts';
import { openChatInvitation } from './chat-invitation.ts';
import type { OpenInvitation } from './open-invitation.ts';
import { openPersonInvitation } from './person-invitation.ts';

/** The invitation that a link is of, of whichever kind; undefined when it holds no more, or is of nobody at this host. */
export async function openInvitation(request: PageRequest, token: string): Promise<OpenInvitation | undefined> {
  return (await openChatInvitation(request, token)) ?? (await openPersonInvitation(request, token));
}
