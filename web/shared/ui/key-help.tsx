import { keyHelp } from '../keys.ts';
import { texts } from '../texts/index.ts';
import { Dialog } from './dialog.tsx';
import { Caps } from './key-caps.tsx';
import './key-help.css';

/** The keys of the page, drawn from the table that they work by. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keys.title} onClose={onClose}>
      <dl class="key-help">
        {keyHelp().map(({ action, combinations }) => (
          <div key={action}>
            <dt>{action}</dt>
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
