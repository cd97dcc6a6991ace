import { builtInRoles } from '@cfs/contracts/roles';
import type { ClaimRule } from '../configuration.ts';
import type { GrantRecord } from './access-snapshot.ts';

/** The texts of a claim, which may hold one or several. */
export const valuesOf = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((value): value is string => typeof value === 'string');

/** Answers the grants that the claims of an access token stand for by the configured map. */
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
