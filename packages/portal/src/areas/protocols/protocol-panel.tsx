import { equals } from '../../lib/api/odata-filter.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { CreateProtocol } from './create-protocol.tsx';
import { EditProtocol } from './edit-protocol.tsx';
import { protocolSet, type ProtocolRow } from './protocol-row.ts';

/** Creates a protocol, or edits the one in the URL. */
export const ProtocolPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const filter = drawer.isCreating ? undefined : equals('protocolId', drawer.openId);
  const protocol = useOpenedRow<ProtocolRow>(protocolSet, filter);
  if (drawer.isCreating) return <CreateProtocol drawer={drawer} />;
  if (!drawer.openId || !protocol) return null;
  return <EditProtocol key={protocol.protocolId} protocol={protocol} />;
};
