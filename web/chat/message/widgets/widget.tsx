import { useMemo, useRef } from 'preact/hooks';
import { widgetOfMessage } from '../../../store/chat/widgets/message-widget.ts';
import type { Poll } from '../../../store/chat/widgets/poll.ts';
import type { TodoList } from '../../../store/chat/widgets/todo-list.ts';
import { chat } from '../../data/chat.ts';
import { mayChangeWidget } from '../rights.ts';
import { useTabStops } from '../use-tab-stops.ts';
import { PollPart } from './poll-part.tsx';
import { widgetWords as words } from './texts/index.ts';
import { TodoPart } from './todo-part.tsx';
import type { WidgetProps } from './widget-props.ts';
import './widgets.css';

/** A poll or a to-do list, live; the text of a message that is neither. */
export function MessageWidget({ children, ...props }: WidgetProps) {
  const { message } = props;
  const widget = useMemo(() => widgetOfMessage(message), [message]);
  return widget ? <WidgetBox {...{ ...props, widget }} /> : children;
}

function WidgetBox({ id, message, isActive, widget }: Omit<WidgetProps, 'children'> & { widget: Poll | TodoList }) {
  const ref = useRef<HTMLDivElement>(null);
  useTabStops(ref, isActive);
  const mayChange = mayChangeWidget(chat.value.state, message);
  return (
    <div id={id} ref={ref} class="widget">
      {widget.kind === 'poll' ? (
        <PollPart {...{ message, mayChange }} poll={widget} />
      ) : (
        <TodoPart {...{ message, mayChange }} list={widget} />
      )}
      {!mayChange && <p class="hint">{words.archived}</p>}
    </div>
  );
}
