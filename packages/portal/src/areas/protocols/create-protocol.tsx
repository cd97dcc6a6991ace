import { protocolCreateSchema, protocolTimer } from '@cfs/contracts/protocols';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { ProtocolInputs } from './protocol-inputs.tsx';
import { protocolFailure, useSaveProtocol } from './protocol-queries.ts';

export const CreateProtocol = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(protocolCreateSchema, {
    name: '',
    tenantId: useTenantId(),
    timerInverval: protocolTimer.default,
  });
  const save = useSaveProtocol();
  return (
    <FormDrawer
      title="Create Protocol"
      form={form}
      failure={protocolFailure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).protocolId)}
    >
      <ProtocolInputs isNew />
    </FormDrawer>
  );
};
