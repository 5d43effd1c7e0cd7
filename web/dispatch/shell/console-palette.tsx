import { switchWords } from '../../shared/app-switch/texts/index.ts';
import { useFinder } from '../../shared/finder/use-finder.ts';
import { texts } from '../../shared/texts/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import type { Option } from '../../shared/ui/list-box.tsx';
import { Palette } from '../../shared/ui/palette.tsx';
import { findByName } from '../../store/dispatch/select/names.ts';
import { addressLine, matchesTask, taskName } from '../../store/dispatch/select/tasks.ts';
import { useGo, useSheet } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { mayWrite, session } from '../data/me.ts';
import { undo } from '../data/moves.ts';
import { screens } from '../screens.ts';
import { words } from '../texts/index.ts';

/** More than a screenful is no choice. */
const MAX_OPTIONS = 12;

interface Found {
  id: string;
  name: string;
  side: string;
  icon: IconName;
  choose(): void;
}

/** Goes to screens, workers and tasks, and does what can be done anywhere. */
export function ConsolePalette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const go = useGo();
  const { openNewTask, openTask, openWorker } = useSheet();
  const { workers, tasks } = floor.value.state;
  const finder = useFinder({ messages: session.peek()?.apps.chat != null, tasks: true });
  const commands: Found[] = [
    ...screens.map(({ id, icon }) => ({
      id,
      name: words.screens[id],
      side: words.kinds.screen,
      icon,
      choose: () => go(id),
    })),
    ...(mayWrite.value
      ? ([
          { id: 'new', name: words.newTask, side: words.kinds.command, icon: 'plus', choose: openNewTask },
          { id: 'undo', name: texts.undo, side: words.kinds.command, icon: 'undo-2', choose: undo },
        ] as const)
      : []),
    { id: 'keys', name: texts.keys.title, side: words.kinds.command, icon: 'keyboard', choose: onKeys },
  ];
  const foundTasks = (query: string): Found[] => {
    const found: Found[] = [];
    for (const task of tasks.values()) {
      if (found.length === MAX_OPTIONS) break;
      if (!matchesTask(task, query)) continue;
      const { id } = task;
      const side = `${words.taskStates[task.state]} · ${addressLine(task)}`;
      found.push({ id, name: taskName(task), side, icon: 'package', choose: () => openTask(id) });
    }
    return found;
  };
  const find = (query: string): Found[] => {
    const people = findByName([...workers.values()], query, MAX_OPTIONS).map(
      ({ id, name }): Found => ({ id, name, side: words.kinds.worker, icon: 'user', choose: () => openWorker(id) }),
    );
    const matching = findByName(commands, query, MAX_OPTIONS);
    if (query.trim() === '') return matching;
    const places = [...matching, ...people, ...foundTasks(query)];
    if (!session.value?.apps.chat) return [...places.slice(0, MAX_OPTIONS), ...foundOnServer(query)];
    // What is said about a delivery is found from here too, in a tab of its own.
    const address = `/chat/search?q=${encodeURIComponent(query.trim())}`;
    const messages: Found = {
      id: 'find messages',
      name: words.findMessages({ query: query.trim() }),
      side: switchWords.chat,
      icon: 'message-circle',
      choose: () => void globalThis.open(address, '_blank', 'noopener'),
    };
    // Below what is there at once: nothing that one is about to choose moves when the server answers.
    return [...places.slice(0, MAX_OPTIONS - 1), messages, ...foundOnServer(query)];
  };
  const foundOnServer = (query: string): Found[] => {
    const { text, messages, tasks: older } = finder.found.value;
    if (text !== query.trim()) return [];
    return [
      ...messages.map(({ id, sender, text: content, address }): Found => {
        const choose = () => void globalThis.open(`/chat${address}`, '_blank', 'noopener');
        return { id: `message ${id}`, name: content, side: sender, icon: 'message-circle', choose };
      }),
      // Those on the floor are found by more than their recipient.
      ...older.flatMap(({ id, name, address }): Found[] =>
        tasks.has(id) ? [] : [{ id, name, side: address, icon: 'package', choose: () => openTask(id) }],
      ),
    ];
  };
  let found: readonly Found[] = [];
  return (
    <Palette
      find={(query) => {
        found = find(query);
        return found.map(optionOf);
      }}
      onQuery={finder.ask}
      onChoose={({ id }) => found.find((each) => each.id === id)?.choose()}
      onClose={onClose}
    />
  );
}

function optionOf({ id, name, side, icon }: Found): Option {
  return {
    id,
    label: name,
    content: (
      <>
        <Icon name={icon} />
        <span class="found-name" dir="auto">
          {name}
        </span>
        <span class="found-side" dir="auto">
          {side}
        </span>
      </>
    ),
  };
}
