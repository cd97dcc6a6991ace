import { z } from 'zod';
import { blockTypes } from './block-enumerations.ts';
import { storedTexts } from './stored-fields.ts';
import { instant, requiredText, text } from './text.ts';

/** Monitoring blocks: tiles that show the latest packet of an entity. See docs/reference/blocks.md. */

export const blockMessages = {
  name: 'Name is required',
  blockId: 'Please enter a valid v4 or v5 GUID',
  type: 'Type is required',
  subscription: 'Subscription is required',
} as const;

const guidV4OrV5 = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether the text is a GUID of version 4 or 5. */
export const isBlockId = (text: string): boolean => guidV4OrV5.test(text);

/** What a person writes of a block. */
export const blockTexts = {
  name: requiredText(200, blockMessages.name),
  description: text(4_000).nullish(),
};

/** The block that a block depends on: while it is down, actions of this one are suppressed; null without one. */
const parentEntityId = z.guid().toLowerCase().nullish();

/** Body of `PUT /v1/blocks`. Heartbeat blocks are created with their device, never by this call. */
export const blockCreation = z.object({
  blockId: z.string(blockMessages.blockId).regex(guidV4OrV5, blockMessages.blockId).toLowerCase(),
  subscriptionId: z.guid(blockMessages.subscription).toLowerCase(),
  ...blockTexts,
  blockTypeId: z.literal([blockTypes.numeric, blockTypes.smallText], blockMessages.type),
  parentEntityId,
});
export type BlockCreation = z.infer<typeof blockCreation>;

/**
 * Body of `POST /v1/blocks/{id}`; `modified` is the value that the form was loaded with (409 when the row has changed).
 */
export const blockUpdate = z.object({ ...blockTexts, parentEntityId, modified: instant.optional() });
export type BlockUpdate = z.infer<typeof blockUpdate>;

/** A block as returned by lists and writes. */
export const block = z.object({
  blockId: z.guid(),
  tenantId: z.guid(),
  subscriptionId: z.guid(),
  ...storedTexts(blockTexts),
  blockTypeId: z.int(),
  parentEntityId: z.guid().nullable(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Block = z.infer<typeof block>;

/** Query of `GET /v1/blocks/{id}/history`; pages are numbered from 0. */
export const blockHistoryQuery = z.object({
  pageNumber: z.coerce.number().int().min(0).max(1_000_000).default(0),
  rowCount: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** One page of an entity's history, newest first. */
export const blockHistory = z.object({
  historyItems: z.array(
    z.object({
      /** When the server received the packet. */
      receivedTimestamp: z.iso.datetime(),
      /** `Value` of the packet as text; `null` without one. */
      value: z.string().nullable(),
      /** The time of the reading. */
      timestamp: z.iso.datetime(),
    }),
  ),
  totalCount: z.int(),
});
export type BlockHistory = z.infer<typeof blockHistory>;

/** Logs of a block, newest first, at most 1,000. */
export const blockLogs = z.array(z.object({ logEntryId: z.guid(), created: z.iso.datetime(), detail: z.string() }));
