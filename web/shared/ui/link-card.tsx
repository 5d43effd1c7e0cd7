import { useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import { Button } from './button.tsx';
import './link-card.css';
import { copyText } from './copy.ts';
import { QrCode } from './qr-code.tsx';

interface CopyTextProps {
  text: string;
  /** Label for screen readers. */
  label: string;
}

/** Copies a text, and says so itself: it stands in dialogs too, which lie over every other notice. */
export function CopyButton({ text }: Pick<CopyTextProps, 'text'>) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  return (
    <>
      <Button
        icon={isCopied ? 'check' : 'copy'}
        onClick={() => void copyText(text).then((isTaken) => setCopied(isTaken ? text : undefined))}
      >
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <span class="unseen" role="status">
        {isCopied && texts.copied}
      </span>
    </>
  );
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
      <CopyButton text={text} />
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
