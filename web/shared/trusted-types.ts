interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL?(address: string): string }): unknown;
}

/**
 * The policy that the browser asks where a script's address is given as plain text (a worker, a service worker): those of
 * our own origin may run, and nothing becomes HTML or code this way.
 */
export function allowOwnScripts(): void {
  const { trustedTypes } = window as unknown as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin !== location.origin) throw new TypeError('a script from elsewhere');
      return address;
    },
  });
}
