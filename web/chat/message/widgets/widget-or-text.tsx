import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import type { WidgetProps } from './widget-props.ts';

/** Comes with the first message that has a widget; from then on rows are drawn with it at once. */
const Widget = signal<ComponentType<WidgetProps>>();

/** A message's widget; its text while the widget is not there, and where it fails. */
export function WidgetOrText(props: WidgetProps) {
  const [error] = useErrorBoundary((thrown) => reportError(thrown));
  useEffect(() => {
    if (Widget.peek()) return;
    import('./widget.tsx').then(
      (part) => {
        Widget.value = part.MessageWidget;
      },
      // Without a network: the next row asks again.
      () => undefined,
    );
  }, []);
  const Shown = Widget.value;
  return Shown && !error ? <Shown {...props} /> : props.children;
}
