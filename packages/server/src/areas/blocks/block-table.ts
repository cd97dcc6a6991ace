import type { GeneratedAlways } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { blockEntity } from './block-entity.ts';

/** A row of cfs.blocks. */
export type BlockTable = EntityRow<typeof blockEntity> & { search_text: GeneratedAlways<string> };

export interface EntityColorTable {
  tenant_id: string;
  entity_id: string;
  /** Six hexadecimal digits in upper case. */
  color: string;
  /** Timestamp of the packet that set the colour. */
  moment: Date;
  /** Orders colours of the same moment. */
  position: number;
  modified: Date;
}
