/** Reads what codes a picture of the camera shows. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string[]>;

/** What the browser's own reader has to know, else ours reads: most have it for some codes or for none. */
const NEEDED = ['qr_code', 'ean_13', 'ean_8', 'code_128', 'code_39', 'data_matrix', 'upc_a', 'itf'];

/** Pixels of the longer side: finer pictures are slower to look at and read no better. */
const MAX_SIDE = 1280;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader where it knows enough, else one that is brought along. */
export async function openReader(): Promise<CodeReader> {
  const native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  const formats = (await native?.getSupportedFormats().catch(() => [])) ?? [];
  if (native && NEEDED.every((format) => formats.includes(format))) {
    const detector = new native({ formats });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  return openOwnReader();
}

async function openOwnReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const { default: wasm } = await import('zxing-wasm/reader/zxing_reader.wasm?url&no-inline');
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return [];
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, { tryHarder: true, maxNumberOfSymbols: 4 });
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}
