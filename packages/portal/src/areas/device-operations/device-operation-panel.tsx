import type { DeviceOperation } from '@cfs/contracts/device-operations';
import { deviceOperationTexts } from '@cfs/contracts/device-operation-texts';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { DeviceOperationInputs } from './device-operation-inputs.tsx';
import {
  deviceOperationSet,
  factsOf,
  operationExpand,
  type DeviceOperationRow,
  type OperatedDevice,
  type OperationFacts,
} from './device-operation-row.ts';
import { blankValues, operationForm, valuesOf } from './device-operation-values.ts';
import { OperationPicker } from './operation-picker.tsx';

export interface DeviceOperationPanelProps {
  readonly drawer: OpenRow;
  readonly device: OperatedDevice;
}

/** Returns the message of the server, or of the validation in the form. */
const failure = (error: unknown): string =>
  error instanceof ApiProblem ? error.detail : 'Please correct the fields that are marked.';

interface EditorProps extends DeviceOperationPanelProps {
  readonly operation: OperationFacts;
  /** The stored device operation; `undefined` for a new one. */
  readonly row?: DeviceOperationRow;
}

const DeviceOperationEditor = ({ drawer, device, operation, row }: EditorProps) => {
  const mayEdit = usePermissions().has('Devices:edit');
  const refresh = useRefresh();
  const form = useZodForm(operationForm(operation), row ? valuesOf(row, operation) : blankValues(operation));
  const load = async (): Promise<DeviceOperationRow | undefined> => {
    const query = { filter: equals('deviceOperationId', row?.deviceOperationId), expand: operationExpand };
    const [stored] = await fetchRows<DeviceOperationRow>(deviceOperationSet, query);
    return stored;
  };
  return (
    <FormDrawer
      title={row ? `${mayEdit ? 'Edit' : 'View'} Device Operation: ${row.label}` : 'Create Device Operation'}
      openAs="operation"
      id={row?.deviceOperationId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={drawer.close}
      onReload={row && (async () => valuesOf((await load()) ?? row, operation))}
      onSave={async (values) => {
        if (row) {
          const saved = await api.post<DeviceOperation>(`${deviceOperationSet}/${row.deviceOperationId}`, values);
          form.reset(valuesOf(saved, operation));
          notify.success(deviceOperationTexts.updated);
        } else {
          const key = { deviceId: device.deviceId, operationId: operation.operationId };
          const created = await api.put<DeviceOperation>(deviceOperationSet, { ...values, ...key });
          notify.success(deviceOperationTexts.created);
          drawer.created(created.deviceOperationId);
        }
        await refresh(deviceOperationSet);
      }}
    >
      <DeviceOperationInputs operation={operation} />
    </FormDrawer>
  );
};

const CreateDeviceOperation = (props: DeviceOperationPanelProps) => {
  const [operation, setOperation] = useState<OperationFacts>();
  return operation ? (
    <DeviceOperationEditor {...props} operation={operation} />
  ) : (
    <OperationPicker device={props.device} onChoose={setOperation} onClose={props.drawer.close} />
  );
};

/** Adds an operation to the device, or edits the one in the URL. */
export const DeviceOperationPanel = ({ drawer, device }: DeviceOperationPanelProps) => {
  const filter = drawer.isCreating ? undefined : equals('deviceOperationId', drawer.openId);
  const row = useOpenedRow<DeviceOperationRow>(deviceOperationSet, filter, operationExpand);
  if (drawer.isCreating) return <CreateDeviceOperation drawer={drawer} device={device} />;
  const operation = row && factsOf(row);
  if (!drawer.openId || !operation) return null;
  const { deviceOperationId } = row;
  return <DeviceOperationEditor key={deviceOperationId} {...{ drawer, device, row, operation }} />;
};
