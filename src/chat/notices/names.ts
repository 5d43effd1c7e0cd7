/** A person in a notice: a silent mention. */
export function namePerson({ id, fullName }: { id: number; fullName: string }): string {
  return `@_**${fullName}|${id}**`;
}

/** A group in a notice: a silent mention. */
export function nameGroup(name: string): string {
  return `@_*${name}*`;
}

/** A user's text within a line, escaped. */
export function inlineText(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** A channel as a link, where its name allows one. */
export function nameChannel(name: string): string {
  return /[`>*&[\]]|\$\$/.test(name) ? `#${name}` : `#**${name}**`;
}

/** A topic of a channel as a link, where its name allows one. */
export function nameChannelTopic(channelName: string, topic: string): string {
  return /[`>*&[\]]|\$\$/.test(channelName + topic) ? `#${channelName} > ${topic}` : `#**${channelName}>${topic}**`;
}

/** A user's text in a fenced block that it cannot end. */
export function fenced(kind: 'quote' | 'text' | 'json', content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${content}\n${fence}`;
}

/** A message as a link, where its conversation is a topic; else the people of its conversation. */
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
