/**
 * Beginning of the part after `#` of addresses in the chat system whose API we speak. `web/old-address/lead.js` has the same,
 * for pages of the server.
 */
const OLD_ADDRESS =
  /^#(?:narrow|inbox|recent|recent_topics|feed|all_messages|drafts|scheduled|reminders|settings|organization|streams|channels|groups|user|invite)(?:\/|$)/;

/** Whether the part after `#` names a place of the chat as other clients write it: `#narrow/dm/9`, `#inbox`. */
export const isOldAddress = (hash: string): boolean => OLD_ADDRESS.test(hash);

/** Leads from an app that `/` has opened to the chat, if the part after `#` names a place there: no server gets to see that part. */
export function leadToChat(): void {
  if (/^\/[a-z]+\/?$/.test(location.pathname) && isOldAddress(location.hash))
    location.replace(`/chat/${location.hash}`);
}
