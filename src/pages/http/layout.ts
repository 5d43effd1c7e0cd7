import { initialsOf } from '../../../rules/initials.ts';
import type { Texts } from '../texts/index.ts';
import { appsOf } from './apps.ts';
import { copyTextScript } from './copy-text-script.ts';
import { Html, html } from './html.ts';
import type { Language } from './language.ts';
import type { View, Visitor } from './page.ts';
import { showPasswordScript } from './show-password-script.ts';
import { STYLESHEET_PATH } from './stylesheet.ts';

/** The whole document of a view. */
export function layout(view: View, { tag, texts }: Language, visitor: Visitor | undefined): Html {
  const { title, body, document: own, script = own?.script } = view;
  const owner = view.organization ?? texts.brand;
  return html`<!doctype html>
<html lang="${own?.language ?? tag}" dir="${own?.direction ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} &middot; ${owner}</title>${
    view.description !== undefined &&
    html`
<meta name="description" content="${view.description}">`
  }${
    view.address !== undefined &&
    html`
<link rel="canonical" href="${view.address}">`
  }
${own ? html`<style>${new Html(own.stylesheet)}</style>` : html`<link rel="stylesheet" href="${STYLESHEET_PATH}">`}${
  script !== undefined &&
  html`
<script type="module" src="${script}"></script>`
}${
  body.text.includes(' data-reveal=') &&
  html`
<script type="module" src="${showPasswordScript.path}"></script>`
}${
  body.text.includes(' data-copy=') &&
  html`
<script type="module" src="${copyTextScript.path}"></script>`
}
<link rel="icon" href="data:,">
</head>
<body>
<header>${
    own?.header ??
    html`<a class="brand" href="/" dir="auto" data-mark="${initialsOf(owner)}">${owner}</a>${visitor && navigation(visitor, texts)}`
  }</header>
<main>
<h1 dir="auto">${title}</h1>
${body}
</main>
</body>
</html>
`;
}

function navigation(visitor: Visitor, { navigation: words }: Texts): Html {
  const apps = appsOf(visitor).map(
    (app) => html`<a href="/${app}">${words[app === 'admin' ? 'administration' : app]}</a>`,
  );
  return html`<nav aria-label="${words.label}">${apps}<a href="/account">${words.account}</a><a href="/sign-out">${words.signOut}</a></nav>`;
}
