/** A package as `package-lock.json` has it. */
export interface LockedPackage {
  version: string;
  license: string;
  integrity: string;
  optional?: boolean;
  dev?: boolean;
}

/** Returns the bill of materials (CycloneDX 1.5) of packages by their places, those of development left out, as JSON text. */
export function billOfMaterials(
  program: { name: string; version: string },
  packages: Readonly<Record<string, LockedPackage>>,
): string;
