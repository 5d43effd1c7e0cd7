export interface Unit {
  user: string | undefined;
  environment: Record<string, string>;
  environmentFiles: { path: string; isOptional: boolean }[];
}

export function readUnit(file: string): Unit;
