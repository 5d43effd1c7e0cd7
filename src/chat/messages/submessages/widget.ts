import { widgetTextOf } from '../../../../rules/widget-text.ts';

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

/** The widget that a message's text asks for (`rules/widget-text.ts`). */
export function widgetOf(content: string): Widget | undefined {
  const written = widgetTextOf(content);
  if (!written) return undefined;
  const { kind, title, lines } = written;
  if (kind === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: [...lines] } };
  const tasks = lines.map((line) => {
    // A time of day is no description.
    const [, task = line, desc = ''] = /^(.*?):(?:\s+(.*))?$/.exec(line) ?? [];
    return { task: task.trim(), desc: desc.trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}
