/** Widget derived from a message's text, as clients show it: the content of its first submessage. */
export interface Widget {
  widget_type: 'poll' | 'todo';
  extra_data: PollData | TodoData;
}
interface PollData {
  question: string;
  options: string[];
}
interface TodoData {
  task_list_title: string;
  tasks: { task: string; desc: string }[];
}

const COMMAND = /^\/(poll|todo)(?:[^\S\n]+([^\n]*))?(?:\n|$)/;

/**
 * The widget that a message's text asks for (client: zulip-flutter, zulip-terminal): `/poll question` or `/todo title`, and
 * an option, or `task: description`, in each further line.
 */
export function widgetOf(content: string): Widget | undefined {
  const command = COMMAND.exec(content);
  if (!command) return undefined;
  const [begin, kind, rest = ''] = command;
  const title = rest.trim();
  const lines = content
    .slice(begin.length)
    .split('\n')
    .map((line) => line.trim().replace(/^[-*]\s*/, ''))
    .filter((line) => line !== '');
  if (kind === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: lines } };
  const tasks = lines.map((line) => {
    // A time of day is no description.
    const [, task = line, desc = ''] = /^(.*?):(?:\s+(.*))?$/.exec(line) ?? [];
    return { task: task.trim(), desc: desc.trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}
