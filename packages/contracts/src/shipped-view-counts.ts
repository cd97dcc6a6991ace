import { z } from 'zod';
import { shippedViewCountLimit, shippedViews, type ShippedViewKey } from './shipped-views.ts';

/** Answer of GET /v1/workunits/shippedViews: how many units each view has, up to the limit. */
export const shippedViewCountsSchema = z.object({
  value: z.array(
    z.object({
      key: z.literal(shippedViews.map(({ key }): ShippedViewKey => key)),
      count: z.int().min(0).max(shippedViewCountLimit),
    }),
  ),
});

export type ShippedViewCounts = Readonly<z.infer<typeof shippedViewCountsSchema>>['value'];
