/** Sign-in provider (OpenID Connect) as configured by the operator. */
export interface OpenIdProvider {
  /** Part of the addresses by which people go there and come back. */
  name: string;
  /** Name shown to people. */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** ID of the one organization whose people it signs in; undefined: of any. */
  organization: string | undefined;
  /** Whether our own second factor is asked for as well. */
  secondFactor: boolean;
}

const MAX_PROVIDERS = 20;
const TEXTS = ['name', 'label', 'issuer', 'clientId', 'clientSecret'] as const;
const MEMBERS: readonly string[] = [...TEXTS, 'organization', 'secondFactor'];

/**
 * Reads the setting: JSON, an array of providers.
 * @throws an error that says what is wrong, without the text, which holds secrets
 */
export function readOpenIdProviders(text: string): OpenIdProvider[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error('must be JSON');
  }
  if (!Array.isArray(given) || given.length > MAX_PROVIDERS)
    throw new Error(`must be an array of at most ${MAX_PROVIDERS} providers`);
  const providers = given.map(readProvider);
  const names = new Set(providers.map(({ name }) => name));
  if (names.size < providers.length) throw new Error('must give each provider a name of its own');
  return providers;
}

function readProvider(given: unknown): OpenIdProvider {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('must be an array of objects');
  const members = given as Record<string, unknown>;
  const unknown = Object.keys(members).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new Error(`must not have "${unknown}" in a provider`);
  for (const name of TEXTS)
    if (typeof members[name] !== 'string' || members[name] === '')
      throw new Error(`must have "${name}" for every provider, as text`);
  const {
    name,
    label,
    issuer,
    clientId,
    clientSecret,
    organization,
    secondFactor = false,
  } = members as Partial<Record<keyof OpenIdProvider, string>> & Record<(typeof TEXTS)[number], string>;
  if (!/^[a-z0-9-]{1,40}$/.test(name))
    throw new Error('must name each provider with at most 40 lower-case letters, digits and hyphens');
  if (label.length > 60) throw new Error('must have labels of at most 60 characters');
  if (organization !== undefined && (typeof organization !== 'string' || organization === ''))
    throw new Error('must have the ID of an organization as "organization", or nothing');
  if (typeof secondFactor !== 'boolean') throw new Error('must have true or false as "secondFactor"');
  return { name, label, issuer: checkIssuer(issuer), clientId, clientSecret, organization, secondFactor };
}

/** Over plain HTTP anybody on the way could sign in as anybody; on this machine nobody is on the way. */
function checkIssuer(issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || isHere) || url.search || url.hash || url.username)
    throw new Error('must have issuers that start with https://, as the provider names itself');
  return issuer;
}

/** Returns the providers for people of an organization. @param organization undefined: not known yet */
export function providersFor(providers: readonly OpenIdProvider[], organization?: string): OpenIdProvider[] {
  return providers.filter((each) => organization === undefined || (each.organization ?? organization) === organization);
}
