import { useEffect, useState } from 'preact/hooks';
import './qr-code.css';
import { Loading } from './states.tsx';

/** Light modules around the dark ones, which scanners need (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a picture to scan: dark on light, whatever the page's colours are. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string }>();
  useEffect(() => {
    let isCurrent = true;
    setDrawn(undefined);
    void import('qrcode').then(({ create }) => {
      const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
      const dark = Array.from(data, (isDark, index) => (isDark ? index : -1)).filter((index) => index >= 0);
      const path = dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join('');
      if (isCurrent) setDrawn({ size, path });
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (!drawn) return <Loading rows={4} />;
  const side = drawn.size + 2 * QUIET;
  return (
    <svg class="qr-code" viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label}>
      <rect class="qr-ground" x={-QUIET} y={-QUIET} width={side} height={side} />
      <path class="qr-dark" d={drawn.path} shapeRendering="crispEdges" />
    </svg>
  );
}
