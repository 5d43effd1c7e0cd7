import type { ComponentChild } from 'preact';
import './emoji-pill.css';
import { hint } from './hint.tsx';

interface EmojiPillProps {
  /** Label for screen readers: how many reacted with what. */
  label: string;
  /** Sentence with the people who reacted so: the tooltip. */
  people: string;
  /** The emoji: a character, or a picture. */
  children: ComponentChild;
  count: number;
  /** Names that stand in place of the count. */
  names?: string | undefined;
  isOwn: boolean;
  onPress(): void;
}

/** A reaction and how many have it, or who. Pressing adds one's own, or takes it back. */
export function EmojiPill({ label, people, children, count, names, isOwn, onPress }: EmojiPillProps) {
  return (
    <button
      type="button"
      class="emoji-pill"
      aria-label={label}
      aria-pressed={isOwn}
      {...hint(people)}
      onClick={onPress}
    >
      {children}
      {names === undefined ? (
        <span aria-hidden="true">{count}</span>
      ) : (
        <span class="emoji-pill-names" dir="auto" aria-hidden="true">
          {names}
        </span>
      )}
    </button>
  );
}
