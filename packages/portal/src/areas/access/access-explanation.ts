import type { AccessExplanation, ExplainedGrant } from '@cfs/contracts/access-explanations';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { personSet } from './access-queries.ts';

/** A permission of a person in a tenant. */
export interface AccessQuestion {
  readonly userId: string;
  readonly permission: string;
  readonly tenantId: string;
}

/** The server's explanation. It is removed from the cache on unmount, because grants can change in the meantime. */
export const useAccessExplanation = ({ userId, permission, tenantId }: AccessQuestion) =>
  useQuery({
    queryKey: [personSet, 'access', userId, permission, tenantId],
    queryFn: ({ signal }) =>
      api.get<AccessExplanation>(`${personSet}/${userId}/access?${new URLSearchParams({ permission, tenantId })}`, {
        signal,
      }),
    enabled: permission !== '' && tenantId !== '',
    gcTime: 0,
  });

/** The verdict as a sentence. */
export const verdictOf = (
  { reason, hasSignedIn }: Pick<AccessExplanation, 'reason' | 'hasSignedIn'>,
  name: string,
): string => {
  const verdicts: Readonly<Record<AccessExplanation['reason'], string>> = {
    Granted: hasSignedIn
      ? `Yes: ${name} has this permission.`
      : `Yes: ${name} has this permission from the first sign-in on.`,
    Disabled: `No: ${name} is disabled, and every request is rejected.`,
    OtherProvider: `No: ${name} was invited for an identity provider other than the one in use.`,
    NoGrant: `No: ${name} has no grant in this tenant.`,
    NotInRoles: `No: none of the roles of ${name} in this tenant contains the permission.`,
  };
  return verdicts[reason];
};

/** Describes the source from which the person has the grant. */
export const sourceText = ({ source, groupName }: Pick<ExplainedGrant, 'source' | 'groupName'>): string => {
  const texts: Readonly<Record<ExplainedGrant['source'], string>> = {
    Person: 'Granted to the person',
    Group: `Member of ${groupName ?? ''}`,
    Claims: 'Claim of the identity provider',
    Invitation: 'Invitation, not accepted yet',
  };
  return texts[source];
};
