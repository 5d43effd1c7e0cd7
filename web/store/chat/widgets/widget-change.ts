/** Addition to a widget, as all clients write it (client: zulip-flutter, zulip-mobile). */
export type WidgetChange =
  /** `key` of an option, `vote` 1 for it and -1 to take that back. */
  | { type: 'vote'; key: string; vote: 1 | -1 }
  | { type: 'question'; question: string }
  | { type: 'new_option'; option: string; idx: number }
  | { type: 'new_task'; key: number; task: string; desc: string; completed: boolean }
  /** Ticks a task, or takes the tick away. */
  | { type: 'strike'; key: string }
  | { type: 'new_task_list_title'; title: string };

/** A change that was read from a submessage: its fields may be anything. */
export interface ReadChange {
  senderId: number;
  fields: Readonly<Record<string, unknown>>;
}

/** Clients ignore what somebody adds beyond this number (client: zulip-flutter). */
const MAX_INDEX = 1000;

/** Whether a number of an option or a task is one that clients take. */
export const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX;

export const isText = (value: unknown): value is string => typeof value === 'string';
