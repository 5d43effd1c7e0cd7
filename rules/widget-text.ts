/** A poll or a to-do list as it is written (client: zulip-flutter, zulip-terminal): `/poll question`, an option a line. */
export interface WidgetText {
  kind: 'poll' | 'todo';
  /** Question of a poll, name of a list. */
  title: string;
  /** Options; or tasks, each with a description after a colon and a space. */
  lines: readonly string[];
}

const COMMAND = /^\/(poll|todo)(?:[^\S\n]+([^\n]*))?(?:\n|$)/;

/** Returns the poll or list that a text makes; undefined for any other text. */
export function widgetTextOf(text: string): WidgetText | undefined {
  const command = COMMAND.exec(text);
  if (!command) return undefined;
  const [begin, kind, title = ''] = command;
  const lines = text
    .slice(begin.length)
    .split('\n')
    .map((line) => line.trim().replace(/^[-*]\s*/, ''))
    .filter((line) => line !== '');
  return { kind: kind as WidgetText['kind'], title: title.trim(), lines };
}

/** Returns the text that makes a poll or list. A line that begins like one of a list gets a mark, which the reading takes away. */
export function writtenWidget({ kind, title, lines }: WidgetText): string {
  const written = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (/^[-*]/.test(line) ? `- ${line}` : line));
  return [`/${kind} ${title.trim()}`.trimEnd(), ...written].join('\n');
}
