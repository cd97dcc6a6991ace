import type { Severity } from '../theme/tokens.ts';

/** A severity in its colour; Sev4 has none. */
export const SeverityChip = ({ severity }: { readonly severity: Severity }) => (
  <span className={`severity ${severity}`}>{severity}</span>
);
