import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { TenantLookup } from '@cfs/contracts/access';
import type { AccessExplanation, ExplainedGrant } from '@cfs/contracts/access-explanations';
import type { Person } from '@cfs/contracts/access-people';
import { fromPermissionString } from '@cfs/contracts/permissions';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useAddressQuery, type AddressQuery } from '../../lib/address-query.ts';
import { useLookup, useTenants } from '../../lib/lookups.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { ReadOnlyProvider } from '../../ui/forms/read-only.ts';
import { LinkCell } from '../../ui/grid/link-cell.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { sourceText, useAccessExplanation, verdictOf } from './access-explanation.ts';
import { useRoles } from './access-queries.ts';
import { ownWorkUnits, permissionRows, verbsShown } from './permission-groups.ts';

const ownOnly = 'own';

const areaOptions = [
  ...permissionRows.map(({ area, name }) => ({ value: area, label: name })),
  { value: ownOnly, label: 'Work Units: only their own' },
];
const verbOptions = verbsShown.map((verb) => ({ value: verb, label: verb }));

/** Closes the person's drawer and opens another tab of the screen. */
const useLeave = (): ((to: AddressQuery) => void) => {
  const [query, patch] = useAddressQuery();
  return (to) => {
    const removed = Object.fromEntries(Object.keys(query).map((name) => [name, undefined]));
    patch({ ...removed, ...to });
  };
};

/** The area and verb of a permission in text form; viewing work units if it is absent or unknown. */
const questionOf = (text: string | undefined): { readonly area: string; readonly verb: string } => {
  const permission = fromPermissionString(text ?? '');
  if (permission === ownWorkUnits) return { area: ownOnly, verb: 'view' };
  const [area = '', verb = ''] = permission?.split(':') ?? [];
  return permission === undefined ? { area: 'WorkUnits', verb: 'view' } : { area, verb };
};

const grantKey = ({ source, groupName, roleName, tenantId }: ExplainedGrant): string =>
  [source, groupName, roleName, tenantId].join();

interface ExplainedGrantsProps {
  readonly grants: readonly ExplainedGrant[];
  readonly person: Person;
}

const ExplainedGrants = ({ grants, person }: ExplainedGrantsProps) => {
  const tenants = useTenants();
  const roles = useRoles();
  const leave = useLeave();
  const roleOf = ({ roleName, tenantId }: ExplainedGrant) =>
    roles.find((role) => role.name === roleName && role.tenantId === tenantId) ??
    roles.find((role) => role.name === roleName && role.tenantId === null);
  return (
    <PlainTable
      label="Grants that apply"
      rows={grants}
      rowKey={grantKey}
      columns={[
        {
          header: 'Role',
          cell: (grant) => {
            const role = roleOf(grant);
            return role ? (
              <LinkCell text={role.name} onClick={() => leave({ tab: 'roles', open: role.roleId })} />
            ) : (
              grant.roleName
            );
          },
        },
        { header: 'Source', cell: sourceText },
        {
          header: 'Tenant',
          isWideOnly: true,
          cell: ({ tenantId }) =>
            tenantId === null
              ? sharedTenantName
              : (tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? 'This tenant'),
        },
        { header: 'Decides', isNarrow: true, cell: ({ isDecisive }) => (isDecisive ? 'Yes' : 'No') },
        {
          header: 'Grant',
          isNarrow: true,
          // A grant from claims of the identity provider is not stored and has no id.
          cell: ({ grantId, groupName }) =>
            grantId !== null && (
              <LinkCell text="Show" onClick={() => leave({ tab: 'grants', search: groupName ?? person.mail })} />
            ),
        },
      ]}
    />
  );
};

interface ExplanationProps {
  readonly explanation: AccessExplanation;
  readonly person: Person;
}

const Explanation = ({ explanation, person }: ExplanationProps) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
    <Alert severity={explanation.isAllowed ? 'success' : 'info'} role="status">
      {verdictOf(explanation, person.name)}
    </Alert>
    {explanation.grants.length > 0 && <ExplainedGrants grants={explanation.grants} person={person} />}
  </Box>
);

const Answer = ({ person }: { readonly person: Person }) => {
  const [area, verb, tenantId] = useWatch({ name: ['whyArea', 'whyVerb', 'whyTenant'] }) as (string | null)[];
  const permission = area === ownOnly ? ownWorkUnits : `${area ?? ''}:${verb ?? ''}`;
  const query = useAccessExplanation({ userId: person.userId, permission, tenantId: tenantId ?? '' });
  return (
    <QueryResult query={query}>
      {(explanation) => <Explanation explanation={explanation} person={person} />}
    </QueryResult>
  );
};

const QuestionInputs = () => {
  const tenants = useLookup<TenantLookup>('/api/generallookup/tenants?permission=Settings:view');
  const area = useWatch({ name: 'whyArea' }) as string | null;
  return (
    <FieldGrid>
      <SelectInput name="whyArea" label="Area" options={areaOptions} />
      <SelectInput name="whyVerb" label="Permission" options={verbOptions} disabled={area === ownOnly} />
      <SelectInput
        name="whyTenant"
        label="Tenant"
        options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
      />
    </FieldGrid>
  );
};

/**
 * Explains why the person has a permission in a tenant, or does not: shows the grants and roles that decide. In the
 * URL, `why` is the initial permission and `in` the initial tenant.
 */
export const PersonAccess = ({ person }: { readonly person: Person }) => {
  const [query] = useAddressQuery();
  const here = useTenantId();
  const { area, verb } = questionOf(query['why']);
  const form = useForm({ defaultValues: { whyArea: area, whyVerb: verb, whyTenant: query['in'] ?? here } });
  return (
    <FormProvider {...form}>
      <ReadOnlyProvider value={false}>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          <QuestionInputs />
          <Answer person={person} />
        </Box>
      </ReadOnlyProvider>
    </FormProvider>
  );
};
