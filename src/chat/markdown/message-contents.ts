import { isImagePath, type Target } from './links.ts';
import type { ResolvedReference } from './resolve.ts';
import type { Rendered } from './types.ts';
import { isPicture, isVideo, type UploadPreview } from './write-preview.ts';

export interface Preview {
  href: string;
  title: string;
  upload: UploadPreview | undefined;
}

/** What a message mentions and links to, gathered while it is written. */
export class MessageContents {
  /** Quotes around what is being written. */
  quoteDepth = 0;
  inSpoilerHeader = false;

  private readonly mentionedUserIds = new Set<number>();
  private readonly mentionedGroupIds = new Set<number>();
  private readonly attachmentPaths = new Set<string>();
  private channelWildcard = false;
  private topicWildcard = false;
  private hasLink = false;
  private hasImage = false;
  private previews: Preview[] = [];
  private readonly uploads: ReadonlyMap<string, UploadPreview> | undefined;

  constructor(uploads: ReadonlyMap<string, UploadPreview> | undefined) {
    this.uploads = uploads;
  }

  result(): Omit<Rendered, 'html' | 'isMeMessage' | 'plainText'> {
    return {
      mentionedUserIds: [...this.mentionedUserIds],
      mentionedGroupIds: [...this.mentionedGroupIds],
      channelWildcard: this.channelWildcard,
      topicWildcard: this.topicWildcard,
      hasLink: this.hasLink,
      hasImage: this.hasImage,
      hasAttachment: this.attachmentPaths.size > 0,
      attachmentPaths: [...this.attachmentPaths],
    };
  }

  uploadAt(target: Target): UploadPreview | undefined {
    return target.uploadPath === undefined ? undefined : this.uploads?.get(target.uploadPath);
  }

  noteMention(reference: ResolvedReference): void {
    if (reference.kind === 'user') this.mentionedUserIds.add(reference.user.id);
    else if (reference.kind === 'group') this.mentionedGroupIds.add(reference.group.id);
    else if (reference.kind === 'channel-wildcard') this.channelWildcard = true;
    else if (reference.kind === 'topic-wildcard') this.topicWildcard = true;
  }

  noteLink(target: Target, title: string, isImage: boolean): void {
    this.hasLink = true;
    if (isImage) this.hasImage = true;
    if (target.uploadPath === undefined) return;
    this.attachmentPaths.add(target.uploadPath);
    const upload = this.uploadAt(target);
    // Where nothing is known of any upload, the name says what it is.
    const shown = this.uploads ? upload !== undefined && isPicture(upload) : isImage || isImagePath(target.uploadPath);
    if (shown) this.hasImage = true;
    if (!shown && !(upload && isVideo(upload))) return;
    // Nobody wants the picture again in each quote of the message.
    if (this.quoteDepth > 0 || this.inSpoilerHeader) return;
    this.previews.push({ href: target.href, title: title || target.uploadPath.split('/').at(-1)!, upload });
  }

  /** Uploads linked to since the last call that get a preview, which follows the block. */
  takePreviews(): readonly Preview[] {
    const taken = this.previews;
    this.previews = [];
    return taken;
  }
}
