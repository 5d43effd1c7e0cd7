/** Ends with 0 when the Hubbub of these settings answers on this machine, and with 1 otherwise: for the health check of a container. */

const { HOST = '127.0.0.1', PORT = '9800' } = process.env;
const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
try {
  const { ok } = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${PORT}/healthz`, {
    signal: AbortSignal.timeout(5000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
