/** A code that the camera sees. */
export interface SeenCode {
  text: string;
  /** As the API has it: `CODE39`. */
  symbology: string;
}

/** Reads what codes a picture of the camera shows. */
export type CodeReader = (video: HTMLVideoElement) => Promise<SeenCode[]>;

/**
 * Formats that the browser's own reader must support, otherwise ours is used: most browsers support some codes or none.
 */
const NEEDED = ['qr_code', 'ean_13', 'ean_8', 'code_128', 'code_39', 'data_matrix', 'upc_a', 'itf'];

/** Pixels of the longer side: finer pictures are slower to look at and read no better. */
const MAX_SIDE = 1280;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string; format: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Cache of our reader, separate from the builds of the app. */
const CACHE = 'scanner';

/** Connection data, if the phone reports any. */
interface Line {
  saveData?: boolean;
  type?: string;
}

/** Brings our reader to the phone for when there is no network, unless the line costs or the browser's own is enough. */
export async function keepReader(): Promise<void> {
  const { saveData, type } = (navigator as { connection?: Line }).connection ?? {};
  if (saveData || type === 'cellular' || (await nativeFormats())) return;
  const { default: wasm } = await import('zxing-wasm/reader/zxing_reader.wasm?url&no-inline');
  const cache = await caches.open(CACHE);
  if (await cache.match(wasm)) return;
  await cache.add(wasm);
  for (const request of await cache.keys()) if (!request.url.endsWith(wasm)) await cache.delete(request);
}

/** The browser's own reader where it knows enough, else one that is brought along. */
export async function openReader(): Promise<CodeReader> {
  const formats = await nativeFormats();
  if (!formats) return openOwnReader();
  const Detector = nativeClass()!;
  const detector = new Detector({ formats });
  return async (video) =>
    (await detector.detect(video)).map(({ rawValue, format }) => ({ text: rawValue, symbology: symbologyOf(format) }));
}

/** Readers write a format as `code_39`, `Code39` or `Code-39`. */
const symbologyOf = (format: string) => format.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();

const nativeClass = () => (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;

/** Returns the formats of the browser's own reader; undefined if they are not sufficient. */
async function nativeFormats(): Promise<string[] | undefined> {
  const formats = await nativeClass()
    ?.getSupportedFormats()
    .catch((): string[] => []);
  return NEEDED.every((format) => formats?.includes(format)) ? formats : undefined;
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
    return found.filter(({ isValid }) => isValid).map(({ text, format }) => ({ text, symbology: symbologyOf(format) }));
  };
}
