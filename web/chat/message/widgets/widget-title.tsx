import { useState } from 'preact/hooks';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { IconName } from '../../../shared/ui/icon-names.ts';
import { AddForm } from './add-form.tsx';
import { widgetWords as words } from './texts/index.ts';

interface WidgetTitleProps {
  icon: IconName;
  /** Kind of widget, for whoever does not see the icon. */
  kind: string;
  title: string;
  /** Stands there without a title. */
  untitled: string;
  /** Label of the field, and of the button that opens it. */
  field: string;
  edit: string;
  /** Undefined: the reader may not change it. */
  onChange: ((title: string) => void) | undefined;
}

/** Question of a poll, title of a list; its author may change it. */
export function WidgetTitle({ icon, kind, title, untitled, field, edit, onChange }: WidgetTitleProps) {
  const [isEdited, setEdited] = useState(false);
  if (isEdited && onChange)
    return (
      <AddForm
        fields={[{ label: field, value: title }]}
        action={words.save}
        onClose={() => setEdited(false)}
        onGive={([next = '']) => {
          if (next !== title) onChange(next);
          return undefined;
        }}
        isOnce
      />
    );
  return (
    <p class="widget-title">
      <Icon name={icon} />
      <span class="unseen">{kind}</span>
      <span class={title === '' ? 'quiet-words' : undefined} dir="auto">
        {title === '' ? untitled : title}
      </span>
      {onChange && <IconButton icon="pencil" size="small" label={edit} onClick={() => setEdited(true)} />}
    </p>
  );
}
