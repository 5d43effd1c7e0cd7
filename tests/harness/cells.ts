import pg from 'pg';
import { addCell, withDirectory } from '../../src/cli/cells.ts';
import type { CellDirectory } from '../../src/platform/cells/directory.ts';
import type { Config } from '../../src/platform/config.ts';
import { createTestDatabase } from './database.ts';
import { DatabaseProxy } from './database-proxy.ts';
import { startTestServer, type TestServer } from './server.ts';

/** A directory of cells in a database of its own, which can go away. */
export class TestDirectory implements AsyncDisposable {
  readonly proxy: DatabaseProxy;
  readonly publicUrl: string;
  /** Its address by the network that can fail. */
  readonly connectionString: string;
  /** Its address by one that cannot. */
  readonly direct: string;
  readonly #drop: () => Promise<void>;

  private constructor(proxy: DatabaseProxy, publicUrl: string, direct: string, drop: () => Promise<void>) {
    this.proxy = proxy;
    this.publicUrl = publicUrl;
    this.direct = direct;
    this.connectionString = proxy.through(direct);
    this.#drop = drop;
  }

  /** @param publicUrl of all cells */
  static async start(publicUrl: string): Promise<TestDirectory> {
    const { connectionString, drop } = await createTestDatabase();
    return new TestDirectory(await DatabaseProxy.start(connectionString), publicUrl, connectionString, drop);
  }

  /** Settings by which a server is a cell. */
  settings(cellName?: string): Partial<Config> {
    const { publicUrl, connectionString: cellDirectoryUrl } = this;
    return { organizationAddresses: true, publicUrl, cellDirectoryUrl, ...(cellName && { cellName }) };
  }

  /** Runs work as a command does, by the network that cannot fail. */
  command<T>(work: (directory: CellDirectory, serverHost: string) => Promise<T>): Promise<T> {
    return withDirectory({ cellDirectoryUrl: this.direct, publicUrl: this.publicUrl }, work);
  }

  /** Adds a cell and starts its server. */
  async cell(name: string, settings: Partial<Config> = {}): Promise<TestServer & AsyncDisposable> {
    await this.command((directory, host) => addCell(directory, host, name));
    return startTestServer({ ...this.settings(name), ...settings });
  }

  /** Runs a statement in the directory's database, past the program. */
  async query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.direct });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy[Symbol.asyncDispose]();
    await this.#drop();
  }
}
