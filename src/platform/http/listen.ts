import type { FastifyInstance } from 'fastify';

/** The address cannot be listened on. The message is for the operator, whole and ready to print. */
class CannotListen extends Error {
  readonly expected = true;
}

/**
 * Begins to accept connections.
 * @returns `http://HOST:PORT`, with the port that was taken for port 0
 * @param setting names the port in a refusal
 * @throws {CannotListen}
 */
export async function listen(
  app: FastifyInstance,
  { host, port, setting = 'PORT' }: { host: string; port: number; setting?: string },
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CannotListen(
        `Port ${port} of ${host} is already in use. Stop the other program or set ${setting} to another port.`,
      );
    if (code === 'EACCES')
      throw new CannotListen(`This user may not listen on port ${port}. Set ${setting} to another port.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new CannotListen(`${host} is not an address of this machine. Set HOST to one.`);
    throw error;
  }
}
