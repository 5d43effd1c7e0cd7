import { useState } from 'preact/hooks';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { chat } from '../../data/chat.ts';
import { screens } from '../../screens.ts';
import { words as chatWords } from '../../texts/index.ts';
import { FRAGMENTS, isViewPinned } from '../view-fold.ts';
import { removeView, renameView, setViewPinned } from './change-view.ts';
import { FoldersPart } from './folders-part.tsx';
import { type OwnView, ownViews } from './own-views.ts';
import { viewWords as words } from './texts/index.ts';
import './views-dialog.css';

/** Longest name of a view (`src/chat/navigation-views`). */
const MAX_NAME = 60;

/** Chooses the views that stand above the fold, and names one's own. What is changed is saved at once, for every device. */
export function ViewsDialog({ onClose }: { onClose(): void }) {
  const { state } = chat.value;
  const own = ownViews(state);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p class="hint">{words.lead}</p>
      <ul class="views-list">
        {screens.map(({ id }) => {
          const fragment = FRAGMENTS[id];
          return (
            fragment && (
              <li key={id}>
                <PinTick
                  {...{ fragment }}
                  label={chatWords.screens[id]}
                  isPinned={isViewPinned(state.navigationViews, id)}
                />
              </li>
            )
          );
        })}
      </ul>
      <h3>{words.own}</h3>
      {own.length === 0 && <p class="hint">{words.noOwn}</p>}
      <ul class="views-list">
        {own.map((each) => (
          <OwnRow key={each.view.fragment} {...each} />
        ))}
      </ul>
      <FoldersPart />
    </Dialog>
  );
}

function OwnRow({ view: { fragment, name, is_pinned } }: OwnView) {
  const [isRenamed, setRenamed] = useState(false);
  if (isRenamed)
    return (
      <li>
        <form
          class="views-name"
          onSubmit={(event) => {
            event.preventDefault();
            const next = String(new FormData(event.currentTarget).get('name')).trim();
            setRenamed(false);
            if (next !== '' && next !== name) void renameView(fragment, next);
          }}
        >
          <input
            class="input"
            name="name"
            dir="auto"
            autocomplete="off"
            maxLength={MAX_NAME}
            aria-label={words.nameOf({ name: name! })}
            defaultValue={name!}
            ref={(input) => input?.focus()}
          />
          <IconButton type="submit" icon="check" label={words.saveName} />
        </form>
      </li>
    );
  return (
    <li>
      <PinTick {...{ fragment }} label={name!} isPinned={is_pinned} />
      <IconButton size="small" icon="pencil" label={words.rename({ name: name! })} onClick={() => setRenamed(true)} />
      <IconButton
        size="small"
        icon="trash-2"
        label={words.remove({ name: name! })}
        onClick={() => void removeView(fragment)}
      />
    </li>
  );
}

function PinTick({ fragment, label, isPinned }: { fragment: string; label: string; isPinned: boolean }) {
  return (
    <label class="views-tick">
      <input
        type="checkbox"
        checked={isPinned}
        onClick={(event) => {
          // The server's event ticks it.
          event.preventDefault();
          void setViewPinned(fragment, !isPinned);
        }}
      />
      <span dir="auto">{label}</span>
    </label>
  );
}
