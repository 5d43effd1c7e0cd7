import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { focusStep } from './roving.ts';
import './tabs.css';

interface Tab {
  id: string;
  label: string;
  /** Number of things in it; none is not shown. */
  count?: number;
}

interface TabsProps<T extends Tab> {
  label: string;
  tabs: readonly T[];
  current: string;
  onChange(id: string): void;
  /** Content of the current tab. */
  children: ComponentChildren;
}

/** Views of one thing, one at a time. The arrows choose; which one is shown is the page's to know, for its address. */
export function Tabs<T extends Tab>({ label, tabs, current, onChange, children }: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <div class="tabs">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        class="tab-list"
        onKeyDown={(event) => focusStep(event, list.current!, '[role=tab]', 'inline')}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${id}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            class="tab"
            onFocus={() => tab.id !== current && onChange(tab.id)}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span class="side">{tab.count}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is reached by Tab (ARIA practices) */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} tabIndex={0} class="tab-panel">
        {children}
      </div>
    </div>
  );
}
