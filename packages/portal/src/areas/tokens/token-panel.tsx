import type { GeneratedToken, TokenGrant } from '@cfs/contracts/tokens';
import { useState } from 'react';
import { equals } from '../../lib/api/odata-filter.ts';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { CreateToken } from './create-token.tsx';
import { EditToken } from './edit-token.tsx';
import { GeneratedTokenPanel } from './generated-token-panel.tsx';
import { tokenSet } from './token-queries.ts';

/** Creates a token and shows it once, or edits the one in the URL. */
export const TokenPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const [generated, setGenerated] = useState<GeneratedToken>();
  const token = useOpenedRow<TokenGrant>(
    tokenSet,
    drawer.isCreating ? undefined : equals('tokenGrantId', drawer.openId),
  );
  if (generated) return <GeneratedTokenPanel token={generated} onClose={() => setGenerated(undefined)} />;
  if (drawer.isCreating)
    return (
      <CreateToken
        onClose={drawer.close}
        onCreated={(created) => {
          setGenerated(created);
          drawer.close();
        }}
      />
    );
  return drawer.openId && token ? <EditToken key={token.tokenGrantId} token={token} onClose={drawer.close} /> : null;
};
