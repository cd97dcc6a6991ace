import { builtInRoles } from '@cfs/contracts/roles';
import type { ClaimRule } from '../settings/setting-values.ts';
import type { GrantRecord } from './access-snapshot.ts';

/** The values of a claim, which is a text or an array of texts. */
export const valuesOf = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((value): value is string => typeof value === 'string');

/** Maps the claims of an access token to grants, by the configured map. */
export const createClaimsMap = (rules: readonly ClaimRule[]) => {
  const grants = rules.map((rule, at): { rule: ClaimRule; grant: GrantRecord } => ({
    rule,
    grant: {
      grantId: `claims map ${at}`,
      userId: undefined,
      groupName: undefined,
      tenantId: rule.tenantId,
      roleName: rule.role,
      permissions: builtInRoles[rule.role],
      createdTime: Number.POSITIVE_INFINITY,
    },
  }));
  return (claims: Readonly<Record<string, unknown>>): readonly GrantRecord[] =>
    grants.filter(({ rule }) => valuesOf(claims[rule.claim]).includes(rule.value)).map(({ grant }) => grant);
};
