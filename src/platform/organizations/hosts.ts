import { defineFact, type FactSource, uncachedFacts } from '../events/facts.ts';
import type { Services } from '../services.ts';
import { findOnlyOrganization, findOrganizationAt, isOpenOrganization, loadAddressing } from './address-queries.ts';
import { type Addressing, hostsOf, urlAt } from './addresses.ts';
import { findOrganization, hasOrganizations } from './organizations.ts';

const addressings = defineFact('addressing', ['platform.organizations']);
const openness = defineFact('is open', ['platform.organizations']);

export { findOnlyOrganization, findOrganizationAt, isOpenOrganization };

/** Services needed to distinguish hosts. */
type Server = Pick<Services, 'config' | 'publicUrl'>;
/** The same among cells. */
type ServerAmongCells = Server & Pick<Services, 'cells'>;

/** A request without credentials came to a host that says nothing, or not enough, about which organization it is for. */
export class WrongHost extends Error {
  /** Whether it is the server's own host, which stands for no organization where there are several. */
  readonly isServer: boolean;

  constructor(isServer: boolean) {
    super(
      isServer
        ? "Several organizations share this address. Use your organization's own address"
        : 'No organization uses this address',
    );
    this.isServer = isServer;
  }
}

function addressingOf(facts: FactSource): Promise<Addressing | undefined> {
  return facts.read(addressings, '', (reader) => loadAddressing(reader, facts.organizationId));
}

/** Returns the URL of an organization without a trailing slash. */
export async function organizationUrl(
  { config, publicUrl, state }: Server & Pick<Services, 'state'>,
  organizationId: string,
  facts: FactSource = state.of(organizationId),
): Promise<string> {
  if (!config.organizationAddresses) return publicUrl();
  const addressing = await addressingOf(facts);
  return addressing ? urlOf({ config, publicUrl }, addressing) : publicUrl();
}

/** The hosts that are an organization's alone; none where organizations have no addresses. */
export async function ownHosts({ config, publicUrl }: Server, facts: FactSource): Promise<string[]> {
  const addressing = config.organizationAddresses ? await addressingOf(facts) : undefined;
  return addressing ? hostsOf(addressing, publicUrl()) : [];
}

/** The same for what is known of an organization. */
export function urlOf({ config, publicUrl }: Server, addressing: Addressing): string {
  const server = publicUrl();
  return config.organizationAddresses ? urlAt(hostsOf(addressing, server)[0]!, server) : server;
}

/**
 * The organization that a request without credentials is for, by the host it came to; undefined: the host says nothing about that,
 * because organizations have no addresses here, or there is none yet.
 * @throws {WrongHost}
 */
export async function organizationAt(
  services: ServerAmongCells & Pick<Services, 'database'>,
  host: string,
): Promise<string | undefined> {
  const { config, database } = services;
  if (!config.organizationAddresses) return undefined;
  if (isServerHost(services, host)) {
    const only = await onlyOrganization(services);
    if (only === undefined && (await hasOrganizations(database.reader))) throw new WrongHost(true);
    return only;
  }
  const found = await findAt(services, host);
  if (found === undefined) throw new WrongHost(false);
  return found;
}

/** Whether a host is no organization's: the server's, or the one of this cell. */
function isServerHost({ publicUrl, cells }: Pick<ServerAmongCells, 'publicUrl' | 'cells'>, host: string): boolean {
  return host === new URL(publicUrl()).hostname || host === cells?.ownHost;
}

/** The organization that the server's own host stands for; none where other cells may have some. */
async function onlyOrganization({
  cells,
  database,
}: Pick<Services, 'cells' | 'database'>): Promise<string | undefined> {
  return cells ? undefined : findOnlyOrganization(database.reader);
}

async function findAt(
  { publicUrl, database }: Server & Pick<Services, 'database'>,
  host: string,
): Promise<string | undefined> {
  const below = `.${new URL(publicUrl()).hostname}`;
  const named = host.endsWith(below) ? { address: host.slice(0, -below.length) } : { domain: host };
  return findOpenAt(database.reader, named);
}

/** Whoever is being deleted is not found by strangers any more; nobody else gets the address until it is gone. */
async function findOpenAt(...asked: Parameters<typeof findOrganizationAt>): Promise<string | undefined> {
  const found = await findOrganizationAt(...asked);
  return found?.isOpen ? found.id : undefined;
}

/**
 * An organization as somebody names it who types its address, whole or in part; undefined: there is none. One of another cell
 * has its host for a name.
 */
export async function findByHost(
  services: ServerAmongCells & Pick<Services, 'database' | 'state'>,
  typed: string,
): Promise<{ name: string; url: string } | undefined> {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[:/].*$/, '');
  const whole = host.includes('.') ? host : `${host}.${new URL(services.publicUrl()).hostname}`;
  if (services.cells?.elsewhere(whole) !== undefined) return { name: whole, url: urlAt(whole, services.publicUrl()) };
  const { reader } = services.database;
  const id = host.includes('.') ? await findAt(services, host) : await findOpenAt(reader, { address: host });
  const organization = id === undefined ? undefined : await findOrganization(reader, id);
  if (!organization) return undefined;
  return {
    name: organization.name,
    url: await organizationUrl(services, organization.id, uncachedFacts(reader.of(organization.id))),
  };
}

/**
 * Whether a host is one of an organization. Costs no statement in the steady state, but at the server's own host.
 */
export async function isHostOf(
  services: ServerAmongCells & Pick<Services, 'database' | 'state'>,
  host: string,
  organizationId: string,
): Promise<boolean> {
  const { config, publicUrl, state } = services;
  if (!config.organizationAddresses) return true;
  if (isServerHost(services, host)) return (await onlyOrganization(services)) === organizationId;
  const addressing = await addressingOf(state.of(organizationId));
  return addressing !== undefined && hostsOf(addressing, publicUrl()).includes(host);
}

/** As `isOpenOrganization`, remembered until an event of the organization, which shutting it is. */
export async function cachedIsOpen(
  { feed, state, database: { reader } }: Pick<Services, 'feed' | 'database' | 'state'>,
  organizationId: string,
): Promise<boolean> {
  // One that is gone has no log to follow.
  if (!feed.followed(organizationId) && !(await isOpenOrganization(reader, organizationId))) return false;
  return state.of(organizationId).read(openness, '', (source) => isOpenOrganization(source, organizationId));
}

/**
 * Whether what a link of an organization opens is opened at a host: at its own, and at the server's, where its links led
 * before organizations had addresses. The links of an organization that is being deleted open nothing, anywhere.
 * Costs no statement in the steady state.
 */
export async function isLinkHostOf(
  services: ServerAmongCells & Pick<Services, 'database' | 'state' | 'feed'>,
  host: string,
  organizationId: string,
): Promise<boolean> {
  if (!(await cachedIsOpen(services, organizationId))) return false;
  return isServerHost(services, host) || isHostOf(services, host, organizationId);
}

/** The URL, without a trailing slash, at which services outside reach this very installation: among cells, its own host. */
export function callbackUrl({ publicUrl, cells }: Pick<Services, 'publicUrl' | 'cells'>): string {
  return cells?.ownUrl ?? publicUrl();
}

/** Returns the URL of the server at a host without a trailing slash. */
export function urlOfHost({ config, publicUrl }: Server, host: string): string {
  const server = publicUrl();
  return !config.organizationAddresses || host === new URL(server).hostname ? server : urlAt(host, server);
}

/** The origins that pages of whoever a host belongs to may have; none for a host of nobody. */
export async function originsAt(
  services: ServerAmongCells & Pick<Services, 'database'>,
  host: string,
): Promise<string[]> {
  const { origin } = new URL(urlOfHost(services, host));
  const isOwn = origin === new URL(services.publicUrl()).origin;
  return isOwn || (await isHost(services, host)) ? [origin] : [];
}

async function isHost(services: ServerAmongCells & Pick<Services, 'database'>, host: string): Promise<boolean> {
  try {
    await organizationAt(services, host);
    return true;
  } catch (error) {
    if (error instanceof WrongHost) return false;
    throw error;
  }
}
