import { isImagePath, type Target } from './links.ts';
import type { ResolvedReference } from './resolve.ts';
import type { Rendered, RenderOptions } from './types.ts';
import { writeExternalPreview } from './write-external.ts';
import { isPicture, isVideo, type UploadPreview, writePreview } from './write-preview.ts';

/** A block that follows the one in which something is linked to. */
export interface Preview {
  html: string;
  /** Whether it shows something from elsewhere: a short address may become much of it. */
  isExternal: boolean;
}

/** Previews of what lies elsewhere, in one message. */
const MAX_EXTERNAL = 24;
/** Pages that are asked for one message. */
const MAX_SITES = 5;

type Options = Pick<RenderOptions, 'realmUrl' | 'uploads' | 'pictureAddress' | 'previewsPictures' | 'findsSites'>;

/** Mentions and links of a message, collected while it is rendered. */
export class MessageContents {
  /** Quotes around what is being written. */
  quoteDepth = 0;
  inSpoilerHeader = false;

  readonly #mentionedUserIds = new Set<number>();
  readonly #mentionedGroupIds = new Set<number>();
  readonly #refusedGroups = new Set<string>();
  readonly #attachmentPaths = new Set<string>();
  #channelWildcard = false;
  #topicWildcard = false;
  #hasLink = false;
  #hasImage = false;
  #previews: Preview[] = [];
  readonly #external = new Set<string>();
  readonly #sites = new Set<string>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  result(): Omit<Rendered, 'html' | 'isMeMessage' | 'plainText'> {
    return {
      mentionedUserIds: [...this.#mentionedUserIds],
      mentionedGroupIds: [...this.#mentionedGroupIds],
      refusedGroups: [...this.#refusedGroups],
      channelWildcard: this.#channelWildcard,
      topicWildcard: this.#topicWildcard,
      hasLink: this.#hasLink,
      hasImage: this.#hasImage,
      hasAttachment: this.#attachmentPaths.size > 0,
      attachmentPaths: [...this.#attachmentPaths],
      sites: [...this.#sites],
    };
  }

  get showsPictures(): boolean {
    return this.#options.previewsPictures !== false && this.#showsPreviews;
  }

  /** Nobody wants a picture again in each quote of the message, nor before they open a spoiler. */
  get #showsPreviews(): boolean {
    return this.quoteDepth === 0 && !this.inSpoilerHeader;
  }

  uploadAt(target: Target): UploadPreview | undefined {
    return target.uploadPath === undefined ? undefined : this.#options.uploads?.get(target.uploadPath);
  }

  noteMention(reference: ResolvedReference): void {
    if (reference.kind === 'user') this.#mentionedUserIds.add(reference.user.id);
    else if (reference.kind === 'group') {
      if (reference.group.mentionable) this.#mentionedGroupIds.add(reference.group.id);
      else this.#refusedGroups.add(reference.group.name);
    } else if (reference.kind === 'channel-wildcard') this.#channelWildcard = true;
    else if (reference.kind === 'topic-wildcard') this.#topicWildcard = true;
  }

  /** Something is linked to, or shown in the line. */
  noteTarget(target: Target, isImage: boolean): void {
    this.#hasLink = true;
    if (isImage) this.#hasImage = true;
    if (target.uploadPath !== undefined) this.#attachmentPaths.add(target.uploadPath);
  }

  /** Something is linked to that may get a preview. */
  noteLink(target: Target, title: string, isImage: boolean): void {
    this.noteTarget(target, isImage);
    if (target.uploadPath === undefined) {
      this.#notePreviewFromElsewhere(target);
      return;
    }
    const upload = this.uploadAt(target);
    const { uploads } = this.#options;
    // Where nothing is known of any upload, the name says what it is.
    const shown = uploads ? upload !== undefined && isPicture(upload) : isImage || isImagePath(target.uploadPath);
    if (shown) this.#hasImage = true;
    if (!this.showsPictures || !(shown || (upload && isVideo(upload)))) return;
    const name = title || target.uploadPath.split('/').at(-1)!;
    this.#previews.push({ html: writePreview(target.href, name, upload), isExternal: false });
  }

  /** Previews of what was linked to since the last call; they follow the block. */
  takePreviews(): readonly Preview[] {
    const taken = this.#previews;
    this.#previews = [];
    return taken;
  }

  #notePreviewFromElsewhere({ href }: Target): void {
    const { pictureAddress } = this.#options;
    if (!pictureAddress || this.#external.has(href) || this.#external.size === MAX_EXTERNAL) return;
    const preview = writeExternalPreview(href, pictureAddress);
    if (!preview) {
      this.#noteSite(href);
      return;
    }
    if (preview.isPicture) this.#hasImage = true;
    if (!this.showsPictures) return;
    this.#external.add(href);
    this.#previews.push({ html: preview.html, isExternal: true });
  }

  #noteSite(href: string): void {
    const { findsSites, realmUrl } = this.#options;
    if (!findsSites || !this.#showsPreviews || this.#sites.size === MAX_SITES) return;
    if (/^https?:/i.test(href) && URL.canParse(href) && !(realmUrl && href.startsWith(realmUrl))) this.#sites.add(href);
  }
}
