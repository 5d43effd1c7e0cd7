import catalogue from 'texts:shared/keys';
import { shownBindings } from '../keys.ts';
import { inLanguage, texts } from '../texts/index.ts';
import { Dialog } from './dialog.tsx';
import { Caps } from './key-caps.tsx';
import './key-help.css';

const words = inLanguage(catalogue);

/** The keys of the page, drawn from the table that they work by. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keys.title} onClose={onClose}>
      <dl class="key-help">
        {shownBindings().map(({ name, combinations }) => (
          <div key={name}>
            <dt>{words.actions[name]}</dt>
            {combinations.map((keys) => (
              <dd key={keys.join()}>
                <Caps keys={keys} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
