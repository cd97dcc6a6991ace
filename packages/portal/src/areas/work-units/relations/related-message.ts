import { z } from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish();

const messageSchema = z.object({
  EntityId: text,
  Timestamp: text,
  Value: text,
  Properties: z.object({ BlockName: text }).nullish(),
});

/** The content of a relation's message; missing values are empty. */
export interface RelatedMessage {
  readonly entityId: string;
  readonly timestamp: string;
  readonly value: string;
  readonly blockName: string;
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/**
 * Parses the JSON text of a message (docs/reference/work-unit-relations.md#messages-entity); missing values are empty.
 */
export const readMessage = (json: string): RelatedMessage => {
  const { data } = messageSchema.safeParse(parsed(json));
  return {
    entityId: data?.EntityId ?? '',
    timestamp: data?.Timestamp ?? '',
    value: data?.Value ?? '',
    blockName: data?.Properties?.BlockName ?? '',
  };
};
