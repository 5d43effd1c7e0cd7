import type { ComponentChildren } from 'preact';
import { Badge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import { gapText } from './gap-text.ts';
import { stopWords as words } from './texts/index.ts';

interface PartProps {
  title: string;
  isNeeded?: boolean | undefined;
  /** Problems, shown after the driver has tried to continue. */
  gaps?: readonly CompletionGap[];
  children: ComponentChildren;
}

/** One of the things that are done at a door. */
export function Part({ title, isNeeded, gaps = [], children }: PartProps) {
  return (
    <section class={`stop-part ${gaps.length > 0 ? 'missing' : ''}`} data-missing={gaps.length > 0 || undefined}>
      <h2>
        {title} {isNeeded && <Badge kind="accent">{words.needed}</Badge>}
      </h2>
      {children}
      <Problems sentences={gaps.map(gapText)} />
    </section>
  );
}

/** Problems, announced immediately. */
export function Problems({ sentences }: { sentences: readonly string[] }) {
  return (
    <div class="problems" aria-live="polite">
      {sentences.map((sentence) => (
        <p key={sentence} class="problem">
          <Icon name="circle-alert" />
          {sentence}
        </p>
      ))}
    </div>
  );
}
