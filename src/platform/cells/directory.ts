import pg from 'pg';
import { CellDirectoryAway, CellRefusal, HostOfOtherCell } from './errors.ts';

/** A cell waits so long for the directory, while a request waits for the cell. */
const CONNECT_MS = 3000;
const STATEMENT_MS = 4000;

/** A host without an organization here is forgotten by then: its organization was never made, or is gone. */
const RELEASE_AFTER = '1 hour';

/** Missing schema and missing table. */
const NOT_MADE = new Set(['3F000', '42P01']);

/** Serializes changes of the tables, which nobody could do at once in one database. */
const MAKE = `
  select pg_advisory_xact_lock(hashtext('hubbub cell directory'));
  create schema if not exists cell_directory;
  create table if not exists cell_directory.state (
    id text primary key default gen_random_uuid()::text,
    server_host text not null,
    version bigint not null default 1
  );
  create table if not exists cell_directory.cells (
    name text primary key,
    installation text unique,
    added_at timestamptz not null default clock_timestamp()
  );
  create table if not exists cell_directory.hosts (
    host text primary key,
    cell text not null references cell_directory.cells (name),
    organization_id text,
    claimed_at timestamptz not null default clock_timestamp()
  );
  create index if not exists hosts_of_cell on cell_directory.hosts (cell);`;

/** Directories of before have no such column. */
const ADD_HURRY = 'alter table cell_directory.state add column if not exists hurry_until timestamptz';

/** The cell that asks, and the database that it is. */
export interface OwnCell {
  name: string;
  /** Names its database: two databases never share a cell. */
  installation: string;
}

/** A host and the organization that it is of. */
export interface OwnedHost {
  host: string;
  organizationId: string;
}

/** Content of the directory at one moment. */
export interface DirectoryContent {
  /** Differs after every change. */
  version: string;
  /** By the clock of the directory's database. */
  readAt: Date;
  /** Host → cell. Undefined: as in the version that was known. */
  hosts: Record<string, string> | undefined;
  /** Whether an organization is about to change its cell: who reads must read again at once. */
  isHurried: boolean;
}

/** A cell as the operator's list has it. */
export interface ListedCell {
  cell: string;
  organizations: number;
  hosts: number;
  /** Whether a database has been it. */
  isJoined: boolean;
  addedAt: Date;
}

/**
 * The directory of cells: three small tables in any PostgreSQL, which say which cell serves which host. A change is one
 * transaction under the lock of the one row of `state`, so two that want the same host are told apart.
 */
export class CellDirectory {
  readonly #pool: pg.Pool;
  readonly #serverHost: string;

  /** @param serverHost the host of PUBLIC_URL, which all cells share */
  constructor(connectionString: string, serverHost: string) {
    this.#serverHost = serverHost;
    this.#pool = new pg.Pool({
      connectionString,
      application_name: 'hubbub cells',
      max: 1,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS + 1000,
      options: `-c statement_timeout=${STATEMENT_MS}`,
      allowExitOnIdle: true,
    });
    // A connection's error reaches its user by the statement that fails.
    const ignore = () => undefined;
    this.#pool.on('error', ignore);
    this.#pool.on('connect', (client) => void client.on('error', ignore));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /**
   * Reads which cell serves which host.
   * @param known the version that the caller has: while it is current, the hosts are not sent again
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async read(known?: string): Promise<DirectoryContent> {
    return this.#run(async (client) => {
      const { rows } = await client.query<DirectoryContent & { serverHost: string }>(
        `select s.id || ' ' || s.version as version, clock_timestamp() as "readAt", s.server_host as "serverHost",
          case when s.id || ' ' || s.version is distinct from $1
            then (select coalesce(jsonb_object_agg(host, cell), '{}') from cell_directory.hosts) end as hosts,
          coalesce((to_jsonb(s)->>'hurry_until')::timestamptz > clock_timestamp(), false) as "isHurried"
        from cell_directory.state s`,
        [known ?? null],
      );
      const { version, readAt, hosts, isHurried, serverHost } = this.#checked(rows[0]);
      this.#checkServer(serverHost);
      return { version, readAt, hosts: hosts ?? undefined, isHurried };
    });
  }

  /** The cells by name. @throws {CellDirectoryAway | CellRefusal} */
  async list(): Promise<ListedCell[]> {
    return this.#run(async (client) => {
      const { rows } = await client.query<ListedCell>(
        `select c.name as cell, count(distinct h.organization_id)::int as organizations, count(h.host)::int as hosts,
          c.installation is not null as "isJoined", c.added_at as "addedAt"
        from cell_directory.cells c left join cell_directory.hosts h on h.cell = c.name
        group by c.name order by c.name`,
      );
      return rows;
    });
  }

  /**
   * Adds a cell, with a host of its own. The first one makes the tables.
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async add(cell: string, ownHost: string): Promise<void> {
    await this.#run((client) =>
      inTransaction(client, async () => {
        await client.query(MAKE);
        await client.query(
          `insert into cell_directory.state (server_host)
          select $1 where not exists (select from cell_directory.state)`,
          [this.#serverHost],
        );
        await this.#lock(client);
        const added = await client.query('insert into cell_directory.cells (name) values ($1) on conflict do nothing', [
          cell,
        ]);
        if (added.rowCount === 0) throw new CellRefusal(`There is a cell ${cell} already.`);
        const host = await client.query(
          'insert into cell_directory.hosts (host, cell) values ($1, $2) on conflict do nothing',
          [ownHost, cell],
        );
        if (host.rowCount === 0)
          throw new CellRefusal(`${ownHost} is the address of an organization. Give the cell another name.`);
        await changed(client);
      }),
    );
  }

  /**
   * Removes a cell that has no organizations.
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async remove(cell: string): Promise<void> {
    await this.#change(async (client) => {
      const { rows } = await client.query<{ organizations: number }>(
        `select count(distinct h.organization_id)::int as organizations
        from cell_directory.cells c left join cell_directory.hosts h on h.cell = c.name where c.name = $1 group by c.name`,
        [cell],
      );
      const [found] = rows;
      if (!found) throw new CellRefusal(`There is no cell ${cell}.`);
      if (found.organizations > 0)
        throw new CellRefusal(
          found.organizations === 1
            ? `The cell ${cell} has an organization. Move or delete it first.`
            : `The cell ${cell} has ${found.organizations} organizations. Move or delete them first.`,
        );
      await client.query('delete from cell_directory.hosts where cell = $1', [cell]);
      await client.query('delete from cell_directory.cells where name = $1', [cell]);
      return true;
    });
  }

  /**
   * Makes a database the one of its cell, once and for all.
   * @throws {CellDirectoryAway | CellRefusal} where the directory has no such cell, or another database is it
   */
  async join(own: OwnCell): Promise<void> {
    await this.#change(async (client) => {
      await this.#checkOwn(client, own);
      return false;
    });
  }

  /**
   * Gives hosts to an organization of a cell, all or none.
   * @throws {HostOfOtherCell} the first one that it cannot have
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async claim(own: OwnCell, organizationId: string, hosts: readonly string[]): Promise<void> {
    await this.#change(async (client) => {
      await this.#checkOwn(client, own);
      const { rows } = await client.query<{ host: string }>(
        `insert into cell_directory.hosts (host, cell, organization_id)
        select host, $2, $3 from unnest($1::text[]) host
        on conflict (host) do update set organization_id = excluded.organization_id, claimed_at = clock_timestamp()
          where hosts.cell = excluded.cell and hosts.organization_id is not null
        returning host`,
        [hosts, own.name, organizationId],
      );
      const given = new Set(rows.map(({ host }) => host));
      const other = hosts.find((host) => !given.has(host));
      if (other !== undefined) throw new HostOfOtherCell(other);
      return true;
    });
  }

  /** Takes hosts from an organization of a cell, where it has them. @throws {CellDirectoryAway | CellRefusal} */
  async release(own: OwnCell, organizationId: string, hosts: readonly string[]): Promise<void> {
    await this.#change(async (client) => {
      await this.#checkOwn(client, own);
      const gone = await client.query(
        'delete from cell_directory.hosts where host = any($1::text[]) and cell = $2 and organization_id = $3',
        [hosts, own.name, organizationId],
      );
      return gone.rowCount! > 0;
    });
  }

  /** Has everybody read the directory many times a second for a while. @throws {CellDirectoryAway | CellRefusal} */
  async hurry(seconds: number): Promise<void> {
    await this.#run(async (client) => {
      await client.query(ADD_HURRY);
      await client.query(`update cell_directory.state set hurry_until = clock_timestamp() + $1 * interval '1 second'`, [
        seconds,
      ]);
    });
  }

  /**
   * Gives all hosts of an organization to another cell. Where it has them already, nothing happens.
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async transfer(own: OwnCell, organizationId: string, cell: string): Promise<void> {
    await this.#change(async (client) => {
      await this.#checkOwn(client, own);
      const given = await client.query(
        `update cell_directory.hosts set cell = $3, claimed_at = clock_timestamp()
        where organization_id = $2 and cell = $1`,
        [own.name, organizationId, cell],
      );
      return given.rowCount! > 0;
    });
  }

  /**
   * Makes the directory say of a cell what its own database says.
   * @param given every host of its organizations
   * @returns those of them that are not its own in the directory
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async publish(own: OwnCell, given: readonly OwnedHost[]): Promise<string[]> {
    const hosts = given.map(({ host }) => host);
    let elsewhere: string[] = [];
    await this.#change(async (client) => {
      await this.#checkOwn(client, own);
      const added = await client.query(
        `insert into cell_directory.hosts (host, cell, organization_id)
        select host, $3, organization_id from unnest($1::text[], $2::text[]) given (host, organization_id)
        on conflict do nothing`,
        [hosts, given.map(({ organizationId }) => organizationId), own.name],
      );
      const gone = await client.query(
        `delete from cell_directory.hosts
        where cell = $2 and organization_id is not null and host <> all($1::text[])
          and claimed_at < clock_timestamp() - interval '${RELEASE_AFTER}'`,
        [hosts, own.name],
      );
      const { rows } = await client.query<{ host: string }>(
        `select host from cell_directory.hosts
        where host = any($1::text[]) and (cell <> $2 or organization_id is null) order by host`,
        [hosts, own.name],
      );
      elsewhere = rows.map(({ host }) => host);
      return added.rowCount! + gone.rowCount! > 0;
    });
    return elsewhere;
  }

  /** The first database that asks as a cell is it from then on. @throws {CellRefusal} */
  async #checkOwn(client: pg.PoolClient, { name, installation }: OwnCell): Promise<void> {
    await client.query('update cell_directory.cells set installation = $2 where name = $1 and installation is null', [
      name,
      installation,
    ]);
    const { rows } = await client.query<{ installation: string | null }>(
      'select installation from cell_directory.cells where name = $1',
      [name],
    );
    if (!rows[0]) throw new CellRefusal(`The directory has no cell ${name}. Run: hubbub cell add ${name}`);
    if (rows[0].installation !== installation)
      throw new CellRefusal(
        `The cell ${name} is another database. Set CELL_NAME to the name of this one, or unset it on a copy.`,
      );
  }

  /** @throws {CellRefusal} */
  #checkServer(serverHost: string): void {
    if (serverHost !== this.#serverHost)
      throw new CellRefusal(`The directory is for ${serverHost}, and the host of PUBLIC_URL is ${this.#serverHost}.`);
  }

  #checked<T>(row: T | undefined): T {
    if (!row) throw new CellRefusal('The directory has no cells. Run: hubbub cell add NAME');
    return row;
  }

  /** @throws {CellRefusal} */
  async #lock(client: pg.PoolClient): Promise<void> {
    const { rows } = await client.query<{ serverHost: string }>(
      'select server_host as "serverHost" from cell_directory.state for update',
    );
    this.#checkServer(this.#checked(rows[0]).serverHost);
  }

  /** Runs a change alone. @param work returns whether hosts have changed */
  #change(work: (client: pg.PoolClient) => Promise<boolean>): Promise<void> {
    return this.#run((client) =>
      inTransaction(client, async () => {
        await this.#lock(client);
        if (await work(client)) await changed(client);
      }),
    );
  }

  /** @throws {CellDirectoryAway | CellRefusal | HostOfOtherCell} */
  async #run<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw new CellDirectoryAway(error);
    }
    let failed = false;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof CellRefusal || error instanceof HostOfOtherCell) throw error;
      if (NOT_MADE.has((error as { code?: string }).code ?? '')) this.#checked(undefined);
      failed = true;
      throw new CellDirectoryAway(error);
    } finally {
      client.release(failed);
    }
  }
}

/** Lets every reader see that there is something new. */
async function changed(client: pg.PoolClient): Promise<void> {
  await client.query('update cell_directory.state set version = version + 1');
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
