import type { Readable } from 'node:stream';
import type { Origin } from '../../platform/db/audit-entry.ts';
import { type DeclaredOperation, operationApi } from '../../platform/http/registry.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import type { Person } from '../../platform/people/person.ts';
import type { Services } from '../../platform/services.ts';
import type { Session } from '../../platform/sessions/session.ts';
import type { Accounts } from '../session/accounts.ts';
import type { Texts } from '../texts/index.ts';
import type { CallApi } from './call-api.ts';
import type { Fields, FormValues } from './form.ts';
import type { Html } from './html.ts';

/** Input of a page. */
export interface PageRequest {
  services: Services;
  now: Date;
  texts: Texts;
  /** Language of those texts; for `lang` and `Intl`. */
  language: string;
  /** The browser's language header, which also names countries. */
  acceptLanguage: string;
  /** Path parameters; each is text that the database can store. */
  params: Readonly<Record<string, string>>;
  query: ReadonlyMap<string, string>;
  /** Address of the client, then the host of the request. */
  address: string;
  /** The visitor, for what a transaction leaves in the audit log. */
  origin: Origin;
  /** Its cookies, as they came. */
  cookie: string | undefined;
  host: string;
  /** The server as it is reached at that host, without a slash at the end. */
  url: string;
  /** The organization that the host names; undefined where hosts name none. */
  organizationId: string | undefined;
  /** Whether the host is the server's own and stands for several organizations. */
  isOfSeveral: boolean;
  /** Whether a link of an organization opens what it opens at this host. */
  opens(organizationId: string): Promise<boolean>;
  /** Whether somebody came by a link of our own pages: whoever was led here from elsewhere has asked for nothing. */
  isByOwnLink(): Promise<boolean>;
  /** The browser and system, as they name themselves. */
  browser: string;
  /** Name of the visitor's organization, else of the host's or the server's only one. */
  organizationName: string | undefined;
  /** Calls an API as somebody without an account may, who is signed in or not. */
  worldApi: CallApi;
  /** Person signed in with this browser. */
  visitor: Visitor | undefined;
}

/** Somebody who is signed in. */
export interface Visitor {
  session: Session;
  person: Person;
  organization: Organization;
  accounts: Accounts;
  /** Whether they manage the organization, and whether it is theirs: its owner in chat, or the super administrator. */
  isAdministrator: boolean;
  isOwner: boolean;
  /** Calls an API as they may. */
  api: CallApi;
}

/** The same for a page that only somebody who is signed in gets. */
export type VisitorRequest = PageRequest & { visitor: Visitor };

/** Content of a page. */
export interface View {
  title: string;
  body: Html;
  /** 200 unless it says otherwise. */
  status?: number;
  /** Organization shown above the page, if known. */
  organization?: string | undefined;
  /** For a page in another language than the visitor's, or with its own appearance. */
  document?: OwnDocument;
  /** Address of a script of its own, without which it works too. */
  script?: string;
  /** Additional target of its form: a scheme with which an app takes over. */
  formLeadsTo?: string;
  /** Cookies for the browser. */
  setCookie?: readonly string[];
  /** For a page that everybody may read: a sentence about it, and the address by which it is known. */
  description?: string;
  address?: string;
  /** Whether search engines may list it. */
  isListed?: boolean;
}

/** Parts of a page that replace the common ones. */
export interface OwnDocument {
  language: string;
  direction: 'ltr' | 'rtl';
  /** Stands in the page, so that one request shows it. */
  stylesheet: string;
  /** Address of its script, if it has one. */
  script?: string;
  /** Origin of the tiles of its map, if another server has them. */
  tiles?: string | undefined;
  /** In the place of the organization's name and the navigation. */
  header?: Html;
}

/** Next address of the browser, opened by GET: a reload does not send the form again. */
export interface Redirect {
  redirect: string;
  /** Cookies for the browser. */
  setCookie?: string | readonly string[];
}

/** A file that the browser stores. */
export interface Download {
  download: { content: Readable /** Bytes. */; size: number; contentType: string; name: string };
  setCookie?: string | readonly string[];
}

export type PageAnswer = View | Redirect | Download;

/**
 * Access to a page. A page opened by a link's token needs only the token. People who are not signed in are asked to
 * sign in.
 */
export type PageAccess = 'anyone' | 'signed in' | 'administrator' | 'owner';

type RequestOf<A extends PageAccess> = A extends 'anyone' ? PageRequest : VisitorRequest;

interface PageDeclaration<A extends PageAccess, F extends Fields> {
  path: string;
  summary: string;
  access: A;
  /** Whether it is of one organization: at the server's own host, which may stand for several, one is asked for first. */
  asksWhich?: boolean;
  /** Asked for by GET, which changes nothing: mail programs and scanners open links by themselves. */
  show(request: RequestOf<A>): Promise<PageAnswer>;
  /** Fields that its form sends. */
  form?: F;
  submit?(request: RequestOf<A>, values: FormValues<F>): Promise<PageAnswer>;
  /** Why a form may also come from elsewhere than our own pages. */
  fromAnywhere?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a page of any form, for anybody
export type Page<A extends PageAccess = any, F extends Fields = any> = DeclaredOperation & PageDeclaration<A, F>;

/**
 * Declares a page. The registry finds it as it finds operations, and from this one object come its routes, who may have it,
 * the reading and bounds of its form, the check that a form comes from our own pages, headers, errors and language.
 */
export function page<const A extends PageAccess, const F extends Fields = Record<never, never>>(
  declaration: PageDeclaration<A, F>,
): Page<A, F> {
  return { ...declaration, method: 'GET', [operationApi]: 'page' } as Page<A, F>;
}

/** Whether a declaration is one of a page. */
export function isPage(operation: DeclaredOperation): operation is Page {
  return operation[operationApi] === 'page';
}
