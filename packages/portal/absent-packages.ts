import { fileURLToPath } from 'node:url';

/**
 * Packages that dependencies name and the portal does without. The form library's main file holds a helper of its own
 * tests, which imports a validator that needs `eval`; no source of the portal calls it.
 */
export const absentPackages: Readonly<Record<string, string>> = {
  '@rjsf/validator-ajv8': fileURLToPath(new URL('absent-validator.ts', import.meta.url)),
};
