import { equals } from '../../../lib/api/odata-filter.ts';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../../ui/drawers/use-opened-row.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useOfferedActions } from '../../actions/offered-actions.ts';
import type { ProtocolRow } from '../protocol-row.ts';
import { ProtocolActionInputs } from './protocol-action-inputs.tsx';
import { protocolActionFailure, useSaveProtocolAction } from './protocol-action-queries.ts';
import { protocolActionName, protocolActionSet, type ProtocolActionRow } from './protocol-action-row.ts';
import { blankProtocolAction, protocolActionForm, valuesOf } from './protocol-action-values.ts';

export interface ProtocolActionPanelProps {
  readonly drawer: OpenRow;
  readonly protocol: ProtocolRow;
}

interface ProtocolActionEditorProps extends ProtocolActionPanelProps {
  /** Absent for a new action. */
  readonly action?: ProtocolActionRow;
}

const titleOf = (action: ProtocolActionRow | undefined, mayEdit: boolean): string =>
  action ? `${mayEdit ? 'Edit' : 'View'} Protocol Action: ${protocolActionName(action)}` : 'Create Protocol Action';

const ProtocolActionEditor = ({ drawer, protocol, action }: ProtocolActionEditorProps) => {
  const mayEdit = usePermissions().on(protocol).has('WorkUnits.Protocols:edit');
  const offered = useOfferedActions('Protocols', protocol.tenantId);
  const actions = offered.data ?? (action ? [{ ...action.actionDefinition, requiredParameters: [] }] : []);
  const form = useZodForm(protocolActionForm(actions), action ? valuesOf(action) : blankProtocolAction);
  const save = useSaveProtocolAction();
  const load = async (protocolActionId: string): Promise<ProtocolActionRow | undefined> => {
    const query = { filter: equals('protocolActionId', protocolActionId), expand: 'actionDefinition' };
    const [stored] = await fetchRows<ProtocolActionRow>(protocolActionSet, query);
    return stored;
  };
  return (
    <FormDrawer
      title={titleOf(action, mayEdit)}
      openAs="action"
      id={action?.protocolActionId}
      form={form}
      failure={protocolActionFailure}
      isReadOnly={!mayEdit}
      onClose={drawer.close}
      onReload={action && (async () => valuesOf((await load(action.protocolActionId)) ?? action))}
      onSave={async (values) => {
        if (!action) {
          const created = await save({ ...values, protocolId: protocol.protocolId });
          drawer.created(created.protocolActionId);
          return;
        }
        await save(values, action.protocolActionId);
        form.reset(valuesOf((await load(action.protocolActionId)) ?? action));
      }}
    >
      <ProtocolActionInputs actions={actions} isLoading={offered.isPending} />
    </FormDrawer>
  );
};

/** Creates an action of a protocol, or edits the one in the URL. */
export const ProtocolActionPanel = ({ drawer, protocol }: ProtocolActionPanelProps) => {
  const filter = drawer.isCreating ? undefined : equals('protocolActionId', drawer.openId);
  const action = useOpenedRow<ProtocolActionRow>(protocolActionSet, filter, 'actionDefinition');
  if (drawer.isCreating) return <ProtocolActionEditor drawer={drawer} protocol={protocol} />;
  if (!drawer.openId || !action) return null;
  return <ProtocolActionEditor key={action.protocolActionId} drawer={drawer} protocol={protocol} action={action} />;
};
