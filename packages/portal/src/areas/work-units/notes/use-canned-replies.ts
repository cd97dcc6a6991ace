import { cannedReplyLimit } from '@cfs/contracts/canned-reply-texts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { useRows } from '../../../lib/api/use-list.ts';
import { usePermissions } from '../../../lib/permissions.tsx';

interface OfferedReply {
  readonly cannedReplyId: string;
  readonly name: string;
  readonly body: string;
}

const none: readonly OfferedReply[] = [];

/** The canned replies of a tenant whose names contain a term; loaded once a term is being typed. */
export const useCannedReplies = (tenantId: string | undefined, term: string | undefined): readonly OfferedReply[] => {
  const mayView = usePermissions().has('WorkUnits.Categories:view');
  const { data = none } = useRows<OfferedReply>(
    '/v1/cannedreplies',
    {
      filter: equals('tenantId', tenantId),
      select: 'cannedReplyId,name,body',
      orderBy: [{ field: 'name', direction: 'asc' }],
      top: cannedReplyLimit,
    },
    { enabled: mayView && tenantId !== undefined && term !== undefined },
  );
  if (term === undefined) return none;
  const wanted = term.trim().toLowerCase();
  return data.filter(({ name }) => name.toLowerCase().includes(wanted));
};
