/** Severities that end a build. */
const SEVERE = new Set(['high', 'critical']);

/**
 * Judges an answer of `npm audit --json`. A build only fails for an advisory that can be fixed now: it is severe, a
 * version without it exists, and nobody has excused it (`allowed.json`).
 * @param {{ vulnerabilities: Record<string, any> }} answer
 * @param {readonly { package: string, advisory: string, reason: string, until: string }[]} allowed each until a day,
 *   `YYYY-MM-DD`
 * @param {Date} now
 * @returns {{ lines: string[], ends: boolean }}
 */
export function judge({ vulnerabilities }, allowed, now) {
  const today = now.toISOString().slice(0, 10);
  let ends = false;
  const lines = Object.values(vulnerabilities).map(({ name, severity, range, fixAvailable, via }) => {
    // A package is also named for what it depends on: then `via` has names, and the advisory stands with those.
    const advisories = via.filter((each) => typeof each === 'object').map(({ url }) => String(url));
    const excuse = (advisory) =>
      allowed.find((one) => one.package === name && advisory.endsWith(`/${one.advisory}`) && one.until >= today);
    const isExcused = advisories.every((advisory) => excuse(advisory) !== undefined);
    const isToMend = SEVERE.has(severity) && Boolean(fixAvailable) && !isExcused;
    ends ||= isToMend;
    const more = [
      fixAvailable ? 'there is a version without it' : 'there is no version without it yet',
      ...advisories.map((advisory) => {
        const one = excuse(advisory);
        return one ? `${advisory}, excused until ${one.until}: ${one.reason}` : advisory;
      }),
    ];
    return `${isToMend ? 'TO MEND: ' : ''}${severity}: ${name} ${range} (${more.join('; ')})`;
  });
  return { lines, ends };
}
