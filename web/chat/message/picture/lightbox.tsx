import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../../shared/texts/index.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { closeOpened, openPart, type PartProps } from '../opened.ts';
import { rowWords } from '../texts/index.ts';
import './lightbox.css';
import { picturesOnPage } from './pictures.ts';

const ZOOM = { step: 1.5, most: 8 };

/** A picture in full size over the page, with the others of the list before and after it. */
export function Lightbox({ messageId, address }: PartProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [zoom, setZoom] = useState(1);
  const [pictures] = useState(picturesOnPage);
  const at = Math.max(
    0,
    pictures.findIndex((each) => each.messageId === messageId && each.address === address),
  );
  const { address: shown, name } = pictures[at] ?? { address: address!, name: '' };
  const { picture: words } = rowWords;

  useLayoutEffect(() => {
    const before = document.activeElement;
    const box = dialog.current!;
    box.showModal();
    return () => {
      box.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const step = (by: number) => {
    const next = pictures[at + by];
    if (next) openPart('picture', next.messageId, next.address);
  };
  const magnify = (factor: number) => setZoom(Math.min(ZOOM.most, Math.max(1, zoom * factor)));
  const isReversed = document.documentElement.dir === 'rtl';
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(isReversed ? 1 : -1),
    ArrowRight: () => step(isReversed ? -1 : 1),
    '+': () => magnify(ZOOM.step),
    '-': () => magnify(1 / ZOOM.step),
    '0': () => setZoom(1),
    Escape: closeOpened,
  };
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      aria-label={`${words.title}: ${name}`}
      onCancel={(event) => {
        event.preventDefault();
        closeOpened();
      }}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target as HTMLElement).matches('.lightbox-stage')) closeOpened();
      }}
    >
      <header class="lightbox-head">
        <span class="lightbox-name" dir="auto">
          {name}
        </span>
        {pictures.length > 1 && <span>{words.count({ at: at + 1, count: pictures.length })}</span>}
        <IconButton
          icon="zoom-out"
          label={words.zoomOut}
          aria-disabled={zoom === 1}
          onClick={() => magnify(1 / ZOOM.step)}
        />
        <IconButton icon="zoom-in" label={words.zoomIn} onClick={() => magnify(ZOOM.step)} />
        <a
          class="button quiet only-icon"
          href={shown}
          target="_blank"
          rel="noopener noreferrer"
          title={words.original}
          aria-label={words.original}
        >
          <Icon name="external-link" />
        </a>
        <a
          class="button quiet only-icon"
          href={shown}
          download={name}
          title={words.download}
          aria-label={words.download}
        >
          <Icon name="download" />
        </a>
        <IconButton icon="x" label={texts.close} onClick={closeOpened} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture scrolls, also by key */}
      <div class="lightbox-stage" tabIndex={0}>
        <img
          key={shown}
          src={pictures[at]?.source ?? shown}
          alt={name}
          style={zoom > 1 ? { maxWidth: 'none', maxHeight: 'none', width: `${zoom * 100}%` } : {}}
          onDblClick={() => setZoom(zoom > 1 ? 1 : ZOOM.step * ZOOM.step)}
        />
      </div>
      {at > 0 && (
        <span class="lightbox-previous">
          <IconButton icon="chevron-left" label={words.previous} onClick={() => step(-1)} />
        </span>
      )}
      {at < pictures.length - 1 && (
        <span class="lightbox-next">
          <IconButton icon="chevron-right" label={words.next} onClick={() => step(1)} />
        </span>
      )}
    </dialog>
  );
}
