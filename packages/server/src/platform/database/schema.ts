/**
 * The tables that Kysely knows. Each area adds its own by module augmentation in `<area>-table.ts`:
 *
 *     declare module '../../platform/database/schema.ts' {
 *       interface Database { locations: LocationTable }
 *     }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by augmentation
export interface Database {}
