import type { ComponentChildren } from 'preact';
import { BackButton } from './back-button.tsx';
import './screen.css';

interface ScreenHeadProps {
  title: string;
  /** A sentence about the content. */
  text?: string | undefined;
  /** Buttons for all of it. */
  children?: ComponentChildren;
}

/** The head of a screen that is no conversation. */
export function ScreenHead({ title, text, children }: ScreenHeadProps) {
  return (
    <header class="screen-head">
      <BackButton />
      <div class="screen-title">
        <h1>{title}</h1>
        {text && <p class="quiet-words">{text}</p>}
      </div>
      {children}
    </header>
  );
}
