/** Programs in which a person reads what they send. Scripts and bots answer unseen, so theirs stays unread. */
const READING_CLIENTS = new Set([
  'website',
  'hubbub',
  'zulipelectron',
  'zulipdesktop',
  'zulipmobile',
  'zulipflutter',
  'zulipandroid',
  'zulipios',
  'zulipterminal',
  'zulip-terminal',
]);

/** Whether a sender has their own message read from the start, when they do not say (spec: chat 4.1). */
export function readBySenderByDefault(
  sender: { userId: number; isBot: boolean },
  client: string,
  people: readonly { id: number }[],
): boolean {
  if (people.length === 1 && people[0]!.id === sender.userId) return true;
  if (sender.isBot) return false;
  const name = client.toLowerCase();
  return READING_CLIENTS.has(name) || name.includes('desktop app');
}
