import { equals } from '../../lib/api/odata-filter.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { blockSet, type BlockRow } from './block-row.ts';
import { CreateBlock } from './create-block.tsx';
import { EditBlock } from './edit-block.tsx';

/** Creates a block, or shows the one in the URL. */
export const BlockPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const block = useOpenedRow<BlockRow>(
    blockSet,
    drawer.isCreating ? undefined : equals('blockId', drawer.openId),
    'entityColor',
  );
  if (drawer.isCreating) return <CreateBlock onClose={drawer.close} onCreated={drawer.created} />;
  return drawer.openId && block ? <EditBlock key={block.blockId} block={block} onClose={drawer.close} /> : null;
};
