import { BlockInput } from './block-input.tsx';

/** The block that a block depends on: while it is down, actions about this one are suppressed. */
export const ParentInput = ({ blockId }: { readonly blockId: string }) => (
  <BlockInput
    name="parentEntityId"
    label="Depends on"
    except={blockId}
    help="While that block is down, actions about this one are suppressed."
    wide
  />
);
