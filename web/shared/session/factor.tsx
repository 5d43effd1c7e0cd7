import { texts } from '../texts/index.ts';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/link-card.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import type { Session } from './session.ts';
import './factor.css';

/** A second factor that is to be set up at the sign-in, as the server brings it. */
export interface FactorSetUp {
  secret: string;
  uri: string;
  /** To be brought back with a code. */
  setUp: string;
}

/** What a sign-in answers; the codes only when a second factor was turned on with it. */
export type SignedIn = Session & { recoveryCodes?: readonly string[] };

/** The secret: to scan, to open where the app for codes is on the same device, to copy. */
export function SecretToScan({ secret, uri }: FactorSetUp) {
  const words = texts.session;
  return (
    <div class="factor">
      <p>{words.setUpLead}</p>
      <p>{words.setUpScan}</p>
      <QrCode text={uri} label={words.setUpPicture} />
      <a href={uri}>{words.setUpHere}</a>
      <CopyText text={secret} label={words.setUpSecret} />
    </div>
  );
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const words = texts.session;
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
      <Button kind="primary" onClick={onKept}>
        {words.recoveryKept}
      </Button>
    </div>
  );
}
