import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import type { WrongPin } from './check-pins.ts';
import type { ChangeDraft, StopDraft } from './draft.ts';
import { Part, Problems } from './part.tsx';
import { stopWords as words } from './texts/index.ts';

interface PinsProps {
  chosen: readonly ShownTask[];
  draft: StopDraft;
  gaps: readonly CompletionGap[];
  /** By task. */
  wrong: ReadonlyMap<string, WrongPin>;
  change: ChangeDraft;
}

/** The PINs that recipients say: each task has its own. */
export function Pins({ chosen, draft, gaps, wrong, change }: PinsProps) {
  const asking = chosen.filter(({ task }) => task.requirements.pin);
  if (asking.length === 0) return null;
  return (
    <Part title={words.pin} isNeeded gaps={gaps}>
      <p class="hint">{words.askForPin}</p>
      {asking.map(({ task }) => {
        const typed = draft.pins[task.id] ?? '';
        const was = wrong.get(task.id);
        const isWrong = was?.pin === typed.trim();
        return (
          <div key={task.id} data-missing={isWrong || undefined}>
            <input
              class="input"
              aria-label={asking.length > 1 ? words.pinOf({ name: taskName(task) }) : words.pin}
              placeholder={asking.length > 1 ? taskName(task) : undefined}
              inputMode="numeric"
              autocomplete="off"
              maxLength={20}
              value={typed}
              onInput={({ currentTarget: { value } }) =>
                void change((before) => ({ pins: { ...before.pins, [task.id]: value } }))
              }
            />
            <Problems sentences={isWrong ? [words.wrongPin({ left: was!.triesLeft })] : []} />
          </div>
        );
      })}
    </Part>
  );
}
