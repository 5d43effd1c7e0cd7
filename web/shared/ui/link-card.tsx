import { texts } from '../texts/index.ts';
import { Button } from './button.tsx';
import './link-card.css';
import { copyText } from './copy.ts';
import { QrCode } from './qr-code.tsx';
import { showToast } from './toast.tsx';

interface CopyTextProps {
  text: string;
  /** Label for screen readers. */
  label: string;
}

/** Text that one takes elsewhere: a key, a link. */
export function CopyText({ text, label }: CopyTextProps) {
  return (
    <div class="copy-text">
      <input
        class="input"
        readOnly
        dir="ltr"
        value={text}
        aria-label={label}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button icon="copy" onClick={() => void copyText(text).then((isCopied) => isCopied && showToast(texts.copied))}>
        {texts.copy}
      </Button>
    </div>
  );
}

/** A link to hand to somebody: copied, or scanned off the screen. */
export function LinkCard({ text, label }: CopyTextProps) {
  return (
    <div class="link-card">
      <CopyText text={text} label={label} />
      <QrCode text={text} label={label} />
    </div>
  );
}
