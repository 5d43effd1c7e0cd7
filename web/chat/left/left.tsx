import { useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import '../../shared/ui/field.css';
import { chat, hasState } from '../data/chat.ts';
import { startIntent } from '../data/intents.ts';
import { isLeftOpen } from '../parts/right-state.ts';
import { useRoving } from '../parts/use-roving.ts';
import { words as chatWords } from '../texts/index.ts';
import { Channels } from './channels.tsx';
import { Direct } from './direct.tsx';
import './left.css';
import { leftWords as words } from './texts/index.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useLeftLinks } from './use-left-links.ts';
import { LeftViews } from './views.tsx';

/** Views, direct conversations and channels. */
export function Left() {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // Not followed: rows that come later are few.
  const drawn = useDrawnRows(hasState.value ? chat.peek().state.subscriptions.size : 0);
  const follow = useLeftLinks();
  useRoving(list, 'a, button');
  useKeys({
    filterLeft: () => {
      // On a phone it may be out of sight. It is drawn before the next key: what is typed right after this one belongs here.
      if (!input.current!.checkVisibility()) isLeftOpen.value = true;
      queueMicrotask(() => input.current!.focus());
    },
  });
  const filter = text.trim().toLowerCase();
  const rows = () => [...list.current!.querySelectorAll<HTMLElement>('a')];
  return (
    <nav class="left" aria-label={chatWords.navigation}>
      <div class="left-tools">
        <input
          ref={input}
          class="input left-filter"
          type="search"
          autocomplete="off"
          aria-label={words.filter}
          placeholder={words.filter}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            if (event.key === 'ArrowDown') rows()[0]?.focus();
            else if (event.key === 'Enter' && filter !== '') {
              // Writing is done: the next key is one of the place that opens, however long that takes.
              event.currentTarget.blur();
              rows()[0]?.click();
              setText('');
            } else if (event.key === 'Escape' && text !== '') setText('');
            else return;
            event.preventDefault();
          }}
        />
        {hasState.value && (
          <IconButton
            icon="pen-line"
            label={words.start}
            onClick={() => {
              startIntent.value = 'topic';
            }}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: links within are what is clicked */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links within make clicks of keys */}
      <div class="left-list dense" ref={list} onClick={follow}>
        <LeftViews filter={filter} />
        {hasState.value && (
          <>
            <Direct filter={filter} />
            <Channels filter={filter} count={filter === '' ? drawn : Number.POSITIVE_INFINITY} />
          </>
        )}
      </div>
    </nav>
  );
}
