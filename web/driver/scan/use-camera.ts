import { useEffect, useRef, useState } from 'preact/hooks';
import { openReader } from './reader.ts';

/** Between two looks at the picture: the phone has other things to do. */
const LOOK_MS = 150;

/** State of the camera. */
export type CameraState = 'opening' | 'looking' | 'refused';

/**
 * Shows what the camera sees and reads codes in it, for as long as the component is there.
 * @param onCode called with each code that is seen, also when it is seen again
 */
export function useCamera(onCode: (code: string, symbology: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const handler = useRef(onCode);
  handler.current = onCode;
  const [state, setState] = useState<CameraState>('opening');
  useEffect(() => {
    const ending = new AbortController();
    look(video.current!, ending.signal, (code, symbology) => handler.current(code, symbology), setState).catch(() => {
      if (!ending.signal.aborted) setState('refused');
    });
    return () => ending.abort();
  }, []);
  return { video, state };
}

async function look(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCode: (code: string, symbology: string) => void,
  report: (state: CameraState) => void,
): Promise<void> {
  // First: without one, the camera is not to be turned on.
  const read = await openReader();
  if (signal.aborted) return;
  const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 } } };
  // Absent where the page came by plain HTTP.
  const stream = await navigator.mediaDevices.getUserMedia(wanted);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play();
  report('looking');
  while (!signal.aborted) {
    for (const { text, symbology } of await read(video)) if (!signal.aborted) onCode(text, symbology);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
