import { blockTypes } from '@cfs/contracts/block-enumerations';
import { blockUpdate, type Block } from '@cfs/contracts/blocks';
import { useAddressQuery } from '../../lib/address-query.ts';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { formatDate } from '../../lib/texts/dates.ts';
import { enumName } from '../../lib/texts/enumerations.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { EntityHistory } from '../packets/entity-history.tsx';
import { EntityLogs } from '../packets/entity-logs.tsx';
import { useLatestPacket } from '../packets/latest-packets.ts';
import { RuleMatchList } from '../rules/rule-match-list.tsx';
import { blockSet, colorOf, type BlockRow } from './block-row.ts';
import { saveBlockFailure } from './create-block.tsx';
import { ParentInput } from './parent-input.tsx';
import { DeleteBlockButton } from './delete-block-button.tsx';
import { inWords } from '../../lib/texts/in-words.ts';

interface EditBlockProps {
  readonly block: BlockRow;
  readonly onClose: () => void;
}

export const EditBlock = ({ block, onClose }: EditBlockProps) => {
  const { blockId } = block;
  const [query, patch] = useAddressQuery();
  const permissions = usePermissions();
  const refresh = useRefresh();
  const form = useZodForm(blockUpdate, formValues(blockUpdate, block));
  const [packet] = useLatestPacket(blockId).data ?? [];
  const close = (): void =>
    patch({ blockId: undefined, tab: undefined, range: undefined, from: undefined, to: undefined });
  return (
    <FormDrawer
      title="Block details"
      openAs="blockId"
      id={blockId}
      form={form}
      failure={saveBlockFailure}
      isReadOnly={!permissions.has('Blocks:edit')}
      onClose={close}
      onReload={async () => {
        const [fresh = block] = await fetchRows<BlockRow>(blockSet, { filter: equals('blockId', blockId) });
        return formValues(blockUpdate, fresh);
      }}
      onSave={async (values) => {
        form.reset(formValues(blockUpdate, await api.post<Block>(`${blockSet}/${blockId}`, values)));
        await refresh(blockSet);
      }}
      extra={permissions.has('Blocks:delete') && <DeleteBlockButton block={block} onDeleted={onClose} />}
      around={(fields) => (
        <PanelTabs
          label="Block details"
          value={query['tab']}
          onChange={(tab) => patch({ tab }, { replace: true })}
          tabs={[
            { key: 'details', label: 'Details', content: fields },
            {
              key: 'matches',
              label: 'Rule Matches',
              content: <RuleMatchList filter={`subjectId eq ${blockId}`} about={{ entityId: blockId }} />,
            },
            {
              key: 'history',
              label: 'History',
              content: (
                <EntityHistory
                  entityId={blockId}
                  label={packet?.valueName ?? block.name}
                  unit={packet?.unit ?? undefined}
                />
              ),
            },
            { key: 'logs', label: 'Logs', content: <EntityLogs entityId={blockId} /> },
          ]}
        />
      )}
    >
      <FieldGrid>
        <TextInput name="name" label="Name" required />
        <FixedValue label="Type" value={inWords(enumName(blockTypes, block.blockTypeId))} />
        <TextInput name="description" label="Description" rows={3} wide />
        <ParentInput blockId={blockId} />
        <FixedValue label="Colour" value={colorOf(block)?.name ?? 'None'} />
        <FixedValue label="Created" value={formatDate(block.created)} />
      </FieldGrid>
    </FormDrawer>
  );
};
