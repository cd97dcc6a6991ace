import type { EntityRow } from '../../../platform/odata/entity-row.ts';
import type { silenceEntity } from './silence-entity.ts';

/** A row of cfs.silences. */
export type SilenceTable = EntityRow<typeof silenceEntity>;
