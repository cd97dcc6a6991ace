import { z } from 'zod';
import { parameterValuesSchema } from './parameter-values.ts';

/** Names of the e-mail templates (docs/reference/actions.md#send-email). */
export const emailTemplates = [
  'AllClear',
  'CfsInternalWuCommNotification',
  'Detailed',
  'GeneralAlert',
  'None',
  'Rule',
  'Simple',
  'SOCAlert',
  'ResolutionCenterCreated',
  'ResolutionCenterResolved',
] as const;

export type EmailTemplate = (typeof emailTemplates)[number];

/** Body of POST /v1/emailtemplates/render: the mail that a protocol's Send Email action would send about a unit. */
export const emailRenderSchema = z.object({
  workUnitId: z.int().positive(),
  protocolActionId: z.guid().toLowerCase(),
  userDefinedParams: parameterValuesSchema.default({}),
});

/**
 * A mail as it would be sent. `body` is HTML made by the server, `text` its plain text; addresses are joined by commas.
 * `previewUrl` shows `body` in a page that runs nothing and loads nothing, for a frame, for five minutes.
 */
export const emailPreviewSchema = z.object({
  to: z.string(),
  cc: z.string(),
  bcc: z.string(),
  subject: z.string(),
  body: z.string(),
  text: z.string(),
  previewUrl: z.string(),
});

export type EmailRender = z.output<typeof emailRenderSchema>;
export type EmailPreview = Readonly<z.infer<typeof emailPreviewSchema>>;
