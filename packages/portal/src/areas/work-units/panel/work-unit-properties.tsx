import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';

const read = (text: string | null): readonly (readonly [string, unknown])[] => {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
};

/** The additional keys and values of a unit. */
export const WorkUnitProperties = ({ text }: { readonly text: string | null }) => {
  const rows = read(text);
  if (rows.length === 0)
    return <EmptyState title="No properties found." hint="This work unit does not have any additional properties." />;
  return (
    <PlainTable
      label="Properties"
      rowKey={([key]) => key}
      columns={[
        { header: 'Name', cell: ([key]) => key, isNarrow: true },
        { header: 'Value', cell: ([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)) },
      ]}
      rows={rows}
    />
  );
};
