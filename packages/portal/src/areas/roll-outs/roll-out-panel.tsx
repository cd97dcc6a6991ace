import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { CreateRollOut } from './create-roll-out.tsx';
import { RollOutDetail } from './roll-out-detail.tsx';

/** Starts a roll-out, or shows the one in the URL. */
export const RollOutPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  if (drawer.isCreating) return <CreateRollOut drawer={drawer} />;
  return drawer.openId ? <RollOutDetail key={drawer.openId} drawer={drawer} rollOutId={drawer.openId} /> : null;
};
