/** A form in which previews of pictures are kept (client: `server_thumbnail_formats` of the registration answer). */
export interface PreviewFormat {
  /** Last part of its address, and name of the object beside the file. */
  name: string;
  max_width: number;
  max_height: number;
  format: 'webp';
  animated: boolean;
}

/** An animated picture gets both formats, others only the still one. */
export const previewFormats: readonly PreviewFormat[] = [
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
];
