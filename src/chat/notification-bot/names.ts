/** A person in a notice: named, but not called (silently). */
export function namePerson({ id, fullName }: { id: number; fullName: string }): string {
  return `@_**${fullName}|${id}**`;
}

/** A channel as a link, where its name lets it be one. */
export function nameChannel(name: string): string {
  return /[`>*&[\]]|\$\$/.test(name) ? `#${name}` : `#**${name}**`;
}

/** A topic of a channel as a link, where its name lets it be one. */
export function nameChannelTopic(channelName: string, topic: string): string {
  return /[`>*&[\]]|\$\$/.test(channelName + topic) ? `#${channelName} > ${topic}` : `#**${channelName}>${topic}**`;
}

/** Text of somebody else's in a block that nothing in it can end. */
export function fenced(kind: 'quote' | 'text', content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${content}\n${fence}`;
}

/** A message as a link, where its conversation is a topic; else whose conversation it was in. */
export function nameMessage(message: {
  id: number;
  channelName: string | null;
  topic: string;
  people: readonly { id: number; fullName: string }[];
}): string {
  const { id, channelName, topic, people } = message;
  if (channelName === null) return people.map(namePerson).join(', ');
  const named = nameChannelTopic(channelName, topic);
  return named.endsWith('**') ? `${named.slice(0, -2)}@${id}**` : named;
}
