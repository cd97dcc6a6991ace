import { protocolUpdateSchema } from '@cfs/contracts/protocols';
import { useAddressQuery } from '../../lib/address-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { AssignedRules } from './assigned-rules.tsx';
import { ProtocolInputs } from './protocol-inputs.tsx';
import { protocolFailure, useMatchedRules, useSaveProtocol } from './protocol-queries.ts';
import { protocolSet, type ProtocolRow } from './protocol-row.ts';

/** A protocol and the rules that name it; the open tab is kept in the URL. */
export const EditProtocol = ({ protocol }: { readonly protocol: ProtocolRow }) => {
  const { protocolId, name } = protocol;
  const [query, patch] = useAddressQuery();
  const form = useZodForm(protocolUpdateSchema, formValues(protocolUpdateSchema, protocol));
  const mayEdit = usePermissions().on(protocol).has('WorkUnits.Protocols:edit');
  const rules = useMatchedRules(protocolId);
  const save = useSaveProtocol();
  const title = mayEdit ? 'Edit Protocol' : 'View Protocol';
  return (
    <FormDrawer
      title={`${title}: ${name}`}
      id={protocolId}
      form={form}
      failure={protocolFailure}
      isReadOnly={!mayEdit}
      onClose={() => patch({ open: undefined, tab: undefined })}
      onReload={async () => {
        const [fresh = protocol] = await fetchRows<ProtocolRow>(protocolSet, {
          filter: equals('protocolId', protocolId),
        });
        return formValues(protocolUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(protocolUpdateSchema, await save(values, protocolId)))}
      around={(fields) => (
        <PanelTabs
          label="Protocol"
          value={query['tab']}
          onChange={(tab) => patch({ tab }, { replace: true })}
          tabs={[
            { key: 'protocol', label: title, content: fields },
            {
              key: 'rules',
              label: 'Assigned Rules',
              count: rules.data?.length,
              content: <AssignedRules rules={rules} />,
            },
          ]}
        />
      )}
    >
      <ProtocolInputs />
    </FormDrawer>
  );
};
