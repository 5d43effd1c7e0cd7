import type { FastifyReply } from 'fastify';
import { PAGE_HEADERS, policyToApp, policyWithStylesheet, policyWithTiles } from './headers.ts';
import type { Language } from './language.ts';
import { layout } from './layout.ts';
import type { View, Visitor } from './page.ts';

/** Sends a view as the whole answer. @param visitor who is signed in, where that is known */
export function sendView(reply: FastifyReply, language: Language, view: View, visitor?: Visitor): FastifyReply {
  reply
    .code(view.status ?? 200)
    .headers(PAGE_HEADERS)
    .headers(ownPolicy(view));
  if (view.isListed) reply.removeHeader('x-robots-tag');
  return reply.send(layout(view, language, visitor).text);
}

function ownPolicy({ formLeadsTo, document }: View): Record<string, string> {
  if (document) {
    const policy = policyWithStylesheet(document.stylesheet);
    return { 'content-security-policy': document.tiles ? policyWithTiles(document.tiles, policy) : policy };
  }
  return formLeadsTo === undefined ? {} : { 'content-security-policy': policyToApp(formLeadsTo) };
}
