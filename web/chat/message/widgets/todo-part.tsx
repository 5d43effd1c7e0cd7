import { useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import type { TodoList } from '../../../store/chat/widgets/todo-list.ts';
import { isIndex } from '../../../store/chat/widgets/widget-change.ts';
import type { Message } from '../../../store/wire/chat.ts';
import { chat } from '../../data/chat.ts';
import { AddForm } from './add-form.tsx';
import { changeWidget } from './change-widget.ts';
import { MAX_SHOWN, ShowAll } from './show-all.tsx';
import { widgetWords } from './texts/index.ts';
import { WidgetTitle } from './widget-title.tsx';

const { todo: words } = widgetWords;

interface TodoPartProps {
  message: Message;
  list: TodoList;
  mayChange: boolean;
}

/** A to-do list: everybody ticks and adds, the author names it. */
export function TodoPart({ message, list, mayChange }: TodoPartProps) {
  const { ownUserId } = chat.value.state;
  const [isAdding, setAdding] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { title, tasks, nextIndexes } = list;
  const isOwn = message.sender_id === ownUserId;
  const add = (task: string, desc: string): string | undefined => {
    const key = nextIndexes.get(ownUserId) ?? 0;
    if (tasks.some(({ text }) => text === task)) return words.isThere;
    if (!isIndex(key)) return widgetWords.full;
    changeWidget(message, { type: 'new_task', key, task, desc, completed: false });
    return undefined;
  };
  return (
    <>
      <WidgetTitle
        icon="list-checks"
        {...{ kind: words.kind, title, untitled: words.untitled, field: words.title, edit: words.edit }}
        onChange={
          isOwn && mayChange ? (next) => changeWidget(message, { type: 'new_task_list_title', title: next }) : undefined
        }
      />
      {tasks.length === 0 && <p class="hint">{words.empty}</p>}
      <ul class="todo-tasks">
        {tasks.slice(0, isWhole ? undefined : MAX_SHOWN).map(({ key, text, description, isDone }) => (
          <li key={key}>
            <label class={isDone ? 'todo-task done' : 'todo-task'}>
              <input
                type="checkbox"
                checked={isDone}
                disabled={!mayChange}
                onClick={(event) => {
                  // The state ticks it: at once, and not if it is refused.
                  event.preventDefault();
                  changeWidget(message, { type: 'strike', key });
                }}
              />
              <span>
                <span class="todo-text" dir="auto">
                  {text}
                </span>
                {description !== '' && (
                  <span class="hint" dir="auto">
                    {description}
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {!isWhole && <ShowAll count={tasks.length} onPress={() => setWhole(true)} />}
      {mayChange && isAdding && (
        <AddForm
          fields={[{ label: words.task }, { label: words.description }]}
          action={words.add}
          onGive={([task = '', description = '']) => add(task, description)}
          onClose={() => setAdding(false)}
        />
      )}
      <div class="widget-foot">
        {tasks.length > 0 && (
          <span class="hint">
            {words.done({ done: tasks.filter(({ isDone }) => isDone).length, count: tasks.length })}
          </span>
        )}
        {mayChange && !isAdding && (
          <Button kind="quiet" size="small" icon="plus" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )}
      </div>
    </>
  );
}
