export function judge(
  answer: { vulnerabilities: Record<string, object> },
  allowed: readonly { package: string; advisory: string; reason: string; until: string }[],
  now: Date,
): { lines: string[]; ends: boolean };
