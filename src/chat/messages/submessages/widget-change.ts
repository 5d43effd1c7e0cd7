import { type TSchema, Type } from 'typebox';
import { validatorOf } from '../../../platform/http/validator-of.ts';
import { badRequest } from '../../http/errors.ts';
import type { Widget } from './widget.ts';

const Text = Type.String({ maxLength: 10_000 });
const Index = Type.Integer({ minimum: 0, maximum: 100_000 });
const change = (type: string, fields: Record<string, TSchema>) =>
  Type.Object({ type: Type.Literal(type), ...fields }, { additionalProperties: false });

/** Allowed additions to each kind of widget, by their `type`. */
const CHANGES: Record<Widget['widget_type'], Record<string, TSchema>> = {
  poll: {
    vote: change('vote', { key: Text, vote: Type.Enum([1, -1]) }),
    question: change('question', { question: Text }),
    new_option: change('new_option', { option: Text, idx: Index }),
  },
  todo: {
    new_task: change('new_task', { key: Index, task: Text, desc: Text, completed: Type.Boolean() }),
    strike: change('strike', { key: Text }),
    new_task_list_title: change('new_task_list_title', { title: Text }),
  },
};

/** Changes reserved for the author. */
const AUTHOR_ONLY: Record<string, string> = {
  question: "You can't edit a question unless you are the author.",
  new_task_list_title: "You can't edit the task list title unless you are the author.",
};

/**
 * Holds what somebody adds to a widget against what it can be.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkWidgetChange(widgetType: string, data: unknown, isAuthor: boolean): void {
  const known = Object.hasOwn(CHANGES, widgetType) ? CHANGES[widgetType as Widget['widget_type']] : undefined;
  if (!known) return;
  const type = typeof data === 'object' && data !== null ? (data as { type?: unknown }).type : undefined;
  if (typeof type !== 'string') throw badRequest(`The ${widgetType} data has no type`);
  if (!Object.hasOwn(known, type)) throw badRequest(`Unknown type for ${widgetType} data: ${type.slice(0, 100)}`);
  if (!validatorOf(known[type]!).Check(data)) throw badRequest(`Invalid ${widgetType} data`);
  if (AUTHOR_ONLY[type] !== undefined && !isAuthor) throw badRequest(AUTHOR_ONLY[type]);
}
