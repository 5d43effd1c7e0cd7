import { Button } from '../ui/button.tsx';
import { CopyButton, CopyText } from '../ui/link-card.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import './factor.css';
import { factorWords as words } from './texts/index.ts';

/** The secret: to scan, to open where the app for codes is on the same device, to copy. */
export function SecretToScan({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div class="factor">
      <p>{words.lead}</p>
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.picture} />
      <a href={uri}>{words.here}</a>
      <CopyText text={secret} label={words.secret} />
    </div>
  );
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <div class="factor">
      <p role="status">{words.recoveryLead}</p>
      <ul class="factor-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="factor-actions">
        <Button kind="primary" onClick={onSaved}>
          {words.stored}
        </Button>
        <CopyButton text={codes.join('\n')} />
      </div>
    </div>
  );
}
