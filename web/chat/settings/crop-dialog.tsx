import { useEffect, useRef, useState } from 'preact/hooks';
import type { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { type Crop, MAX_ZOOM, movedCrop, squareOf, WHOLE } from './crop.ts';
import './crop.css';
import { settingsWords as words } from './texts/index.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  busy: boolean;
  failure: ReturnType<typeof useAction>['failure'];
  onSave(square: Blob): void;
  onClose(): void;
}

/** Side of the square that is sent, as the server keeps it. */
const SIDE = 500;
/** Part of the side by which an arrow moves. */
const STEP = 0.05;

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Cuts a picture to a square: moved by drag or by arrows, zoomed by a slider. */
export function CropDialog({ picture, busy, failure, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => draw(canvas.current!, picture, crop), [picture, crop]);
  const save = () => {
    canvas.current!.toBlob((square) => square && onSave(square), 'image/png');
  };
  return (
    <Dialog title={words.picture.cut} onClose={onClose}>
      <div class="crop">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          tabIndex={0}
          role="img"
          aria-label={words.picture.move}
          onKeyDown={(event) => {
            const by = ARROWS[event.key];
            if (!by) return;
            event.preventDefault();
            setCrop((now) => movedCrop(picture, now, by));
          }}
          onPointerDown={({ currentTarget, pointerId, clientX: x, clientY: y }) => {
            currentTarget.setPointerCapture(pointerId);
            dragged.current = { x, y };
          }}
          onPointerMove={({ currentTarget, clientX: x, clientY: y }) => {
            const from = dragged.current;
            if (!from) return;
            const { clientWidth } = currentTarget;
            dragged.current = { x, y };
            setCrop((now) => movedCrop(picture, now, { x: (from.x - x) / clientWidth, y: (from.y - y) / clientWidth }));
          }}
          onPointerUp={() => {
            dragged.current = undefined;
          }}
        />
        <Field label={words.picture.zoom}>
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={crop.zoom}
            onInput={({ currentTarget }) =>
              setCrop((now) => movedCrop(picture, { ...now, zoom: currentTarget.valueAsNumber }, { x: 0, y: 0 }))
            }
          />
        </Field>
      </div>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" busy={busy} onClick={save}>
          {words.picture.save}
        </Button>
      </div>
    </Dialog>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const context = canvas.getContext('2d')!;
  context.clearRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
}
