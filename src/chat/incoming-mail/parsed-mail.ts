/** Fields of a mail that are used, cut to the size of a message. */
export interface ParsedMail {
  subject: string;
  from: { name: string; address: string };
  messageId: string | undefined;
  /** Values of the header fields that say whether a program wrote it; '' for one that is not there. */
  marks: { autoSubmitted: string; precedence: string; notice: string };
  /** The part in plain text. */
  text: string;
  /** The part in HTML, as text. */
  htmlText: string;
  attachments: { filename: string | undefined; content: Uint8Array<ArrayBuffer> }[];
  /** Attachments beyond those, which are left out. */
  moreAttachments: number;
  /** SHA-256 of the whole mail, in hexadecimal. */
  digest: string;
}
