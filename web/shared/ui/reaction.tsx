import type { ComponentChild } from 'preact';
import { texts } from '../texts/index.ts';
import { hint } from './hint.tsx';
import './reaction.css';

interface ReactionProps {
  /** Name of the emoji, as it is read out. */
  name: string;
  /** The emoji itself: a character, or a picture. */
  children: ComponentChild;
  count: number;
  isOwn: boolean;
  /** Who reacted so, in a sentence: the tooltip. */
  people: string;
  onPress(): void;
}

/** A reaction and how many have it. Pressing adds one's own, or takes it back. */
export function Reaction({ name, children, count, isOwn, people, onPress }: ReactionProps) {
  return (
    <button
      type="button"
      class="reaction"
      aria-label={texts.reaction({ name, count })}
      aria-pressed={isOwn}
      {...hint(people)}
      onClick={onPress}
    >
      <span class="glyph" aria-hidden="true">
        {children}
      </span>
      <span aria-hidden="true">{count}</span>
    </button>
  );
}
