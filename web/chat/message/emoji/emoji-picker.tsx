import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Loading } from '../../../shared/ui/states.tsx';
import type { RealmEmojiDictionary } from '../../../store/wire/chat.ts';
import { emojiOf, loadEmoji, recentEmoji, usedEmoji } from '../../composer/emoji.ts';
import { EmojiGlyph } from '../../composer/emoji-glyph.tsx';
import { type Emoji, findEmoji } from '../../composer/emoji-index.ts';
import { chat } from '../../data/chat.ts';
import type { Reaction } from '../reactions.tsx';
import { rowWords } from '../texts/index.ts';
import './picker.css';
import { stepInGrid } from './step-in-grid.ts';

/** Drawn at most at once: the search finds the rest. */
const MAX_SHOWN = 300;

interface EmojiPickerProps {
  title: string;
  onChoose(emoji: Emoji): void;
  onClose(): void;
}

/** Chooses an emoji: those used last, the organization's own, and all others by name. */
export function EmojiPicker({ title, onChoose, onClose }: EmojiPickerProps) {
  const [query, setQuery] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  useEffect(loadEmoji, []);
  const all = emojiOf();
  const { reactions: words } = rowWords;
  const choose = (emoji: Emoji) => {
    usedEmoji(emoji.name);
    onChoose(emoji);
  };
  const found = all && (query.trim() ? findEmoji(all, query, recentEmoji(), MAX_SHOWN) : undefined);
  const recent = all ? recentEmoji().flatMap((name) => all.find((each) => each.name === name) ?? []) : [];
  const own = all?.filter(({ picture }) => picture) ?? [];
  return (
    <Dialog place="top" {...{ title, onClose }}>
      <input
        class="input"
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found?.[0]) choose(found[0]);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          grid.current?.querySelector('button')?.focus();
        }}
      />
      {!all && <Loading />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go through the buttons within */}
      <div ref={grid} class="emoji-picker" onKeyDown={(event) => stepInGrid(event, grid.current!)}>
        {found && found.length === 0 && <p class="hint">{words.none({ query })}</p>}
        {found && found.length > 0 && <EmojiGroup label={words.results} emoji={found} onChoose={choose} />}
        {all && !found && (
          <>
            <EmojiGroup label={words.recent} emoji={recent} onChoose={choose} />
            <EmojiGroup label={words.own} emoji={own} onChoose={choose} />
            <EmojiGroup
              label={words.all}
              emoji={all.filter(({ picture }) => !picture).slice(0, MAX_SHOWN)}
              onChoose={choose}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The emoji as the API names it, so that what was chosen is shown before the server has answered. */
export function reactionOf({ name, glyph }: Emoji): Partial<Reaction> {
  if (glyph) {
    const codes = [...glyph].map((each) => each.codePointAt(0)!.toString(16).padStart(4, '0'));
    return { emoji_name: name, emoji_code: codes.join('-'), reaction_type: 'unicode_emoji' };
  }
  const own = chat.peek().state.fields.realm_emoji as RealmEmojiDictionary | undefined;
  const id = Object.entries(own ?? {}).find(([, each]) => each.name === name && !each.deactivated)?.[0];
  return { emoji_name: name, ...(id === undefined ? {} : { emoji_code: id, reaction_type: 'realm_emoji' as const }) };
}

interface EmojiGroupProps {
  label: string;
  emoji: readonly Emoji[];
  onChoose(emoji: Emoji): void;
}

function EmojiGroup({ label, emoji, onChoose }: EmojiGroupProps) {
  if (emoji.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <div class="emoji-grid">
        {emoji.map((each) => {
          const name = each.name.replaceAll('_', ' ');
          return (
            <button key={each.name} type="button" aria-label={name} title={name} onClick={() => onChoose(each)}>
              <EmojiGlyph emoji={each} />
            </button>
          );
        })}
      </div>
    </section>
  );
}
