import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import type { View } from './page.ts';
import { STYLESHEET_PATH } from './stylesheet.ts';

/** The whole document of a view. */
export function layout({ title, body, organization }: View, { tag, texts }: Language): Html {
  const owner = organization ?? texts.brand;
  return html`<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${owner}</title>
<link rel="stylesheet" href="${STYLESHEET_PATH}">
<link rel="icon" href="data:,">
</head>
<body>
<header><a class="brand" href="/" dir="auto">${owner}</a></header>
<main>
<h1 dir="auto">${title}</h1>
${body}
</main>
</body>
</html>
`;
}
