import type { ComponentChildren } from 'preact';
import type { Message } from '../../../store/wire/chat.ts';

export interface WidgetProps {
  /** ID of the element with the text. */
  id: string;
  message: Message;
  /** Whether Tab stops within. */
  isActive: boolean;
  /** Text of the message. */
  children: ComponentChildren;
}
