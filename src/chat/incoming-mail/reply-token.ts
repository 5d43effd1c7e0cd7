import { createHash, randomBytes } from 'node:crypto';

/** 160 random bits: who has them writes as the person. */
export const newReplyToken = (): string => randomBytes(20).toString('hex');

/** Returns the stored form of a token. It is random and long, so a plain digest is safe. */
export const replyTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
