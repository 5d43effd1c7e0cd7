import { IconButton } from '../../shared/ui/button.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import type { Format } from './formatting.ts';
import { composerWords as words } from './texts/index.ts';

const ICONS = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strikethrough',
  link: 'link',
  bullets: 'list',
  numbers: 'list-ordered',
  quote: 'text-quote',
  code: 'code',
  spoiler: 'eye-off',
  math: 'sigma',
  table: 'table',
} as const satisfies Record<Format, IconName>;

/** Formats as buttons. @param onFormat is called while the field keeps its selection */
export function FormatButtons({ onFormat }: { onFormat(format: Format): void }) {
  return (
    <fieldset class="composer-formats" aria-label={words.format.show}>
      {Object.entries(ICONS).map(([format, icon]) => (
        <IconButton
          key={format}
          icon={icon}
          label={words.format[format as Format]}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format as Format)}
        />
      ))}
    </fieldset>
  );
}
