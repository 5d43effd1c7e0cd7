import type { FastifyReply } from 'fastify';

/**
 * Sends a small page for people, without scripts: what a link of an e-mail leads to.
 * @param title as text
 * @param content as HTML: text that is not ours goes through `escapeForPage`
 */
export function sendPage(reply: FastifyReply, status: number, title: string, content: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
    .send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeForPage(title)}</title>
    <style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem }</style>
  </head>
  <body>
    <h1>${escapeForPage(title)}</h1>
    ${content}
  </body>
</html>
`);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML. */
export function escapeForPage(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
