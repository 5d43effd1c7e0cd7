import type { DeclaredOperation } from '../../platform/http/registry.ts';
import { operationApi } from '../../platform/http/registry.ts';
import type { Services } from '../../platform/services.ts';
import type { Texts } from '../texts/index.ts';
import type { Fields, FormValues } from './form.ts';
import type { Html } from './html.ts';

/** What a page is made from. */
export interface PageRequest {
  services: Services;
  now: Date;
  texts: Texts;
  /** Of those texts; for `lang` and `Intl`. */
  language: string;
  /** Of the path; each is text that the database can keep. */
  params: Readonly<Record<string, string>>;
  query: ReadonlyMap<string, string>;
  /** What the browser says of its languages; they name countries too. */
  acceptLanguage: string;
  /** Where the request comes from. */
  address: string;
}

/** What a page shows. */
export interface View {
  title: string;
  body: Html;
  /** 200 unless it says otherwise. */
  status?: number;
  /** Whose page it is, where that is known; shown above. */
  organization?: string | undefined;
}

/** Where the browser goes next, by GET: a reload sends no form again. */
export interface Redirect {
  redirect: string;
}

export type PageAnswer = View | Redirect;

/** Who may have a page. What a link's token opens is for whoever has the token. */
export type PageAccess = 'anyone';

interface PageDeclaration<F extends Fields> {
  path: string;
  summary: string;
  access: PageAccess;
  /** Asked for by GET, which changes nothing: mail programs and scanners open links by themselves. */
  show(request: PageRequest): Promise<PageAnswer>;
  /** What its form sends back. */
  form?: F;
  submit?(request: PageRequest, values: FormValues<F>): Promise<PageAnswer>;
  /** Why a form may also come from elsewhere than our own pages. */
  fromAnywhere?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a page of any form
export type Page<F extends Fields = any> = DeclaredOperation & PageDeclaration<F>;

/**
 * Declares a page. The registry finds it as it finds operations, and from this one object come its routes, the reading
 * and bounds of its form, the check that a form comes from our own pages, headers, errors and language.
 */
export function page<const F extends Fields = Record<never, never>>(declaration: PageDeclaration<F>): Page<F> {
  return { ...declaration, method: 'GET', [operationApi]: 'page' } as Page<F>;
}

/** Whether a declaration is one of a page. */
export function isPage(operation: DeclaredOperation): operation is Page {
  return operation[operationApi] === 'page';
}
