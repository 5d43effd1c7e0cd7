/** Pixels of the longer side: enough to read a label by, small enough for a bad line. */
const MAX_SIDE = 1600;
const QUALITY = 0.85;

/** A picture could not be read: of a kind that this browser does not know, or broken. */
export class UnreadablePicture extends Error {}

/** A photo as it is kept and sent: a JPEG of at most 1600 pixels, the right way up, and without what the phone wrote into it. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnreadablePicture();
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return blobOf(canvas, 'image/jpeg', QUALITY);
}

export function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UnreadablePicture())), type, quality);
  });
}
