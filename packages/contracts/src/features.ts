/** A feature that an installation enables by its name. */
export interface Feature {
  /** What it enables, for the operating guide. */
  readonly meaning: string;
  /** Whether the portal receives the enabled flag. */
  readonly isShown: boolean;
}

/** Every feature flag, by the name that `FEATURES` and `GET /v1/features/{name}/enabled` know it by. */
export const features = {
  I3ERequestForm: { meaning: 'the login page offers Request Access or Reset Account', isShown: true },
  Outbox: {
    meaning: 'mails can be read on the Outbox screen; enabled automatically without `SMTP_URL`',
    isShown: true,
  },
  MailIn: { meaning: 'the Received Mails screen; enabled automatically with `MAIL_IN_PORT`', isShown: true },
  'private-action-addresses': { meaning: 'HTTP actions may call every private address', isShown: false },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof features;

export const featureNames = Object.keys(features) as readonly FeatureName[];

/** The name of a feature as the catalogue writes it; letter case does not count. */
export const findFeature = (name: string): FeatureName | undefined =>
  featureNames.find((known) => known.toLowerCase() === name.toLowerCase());

/** Enabled while mails are kept for inspection because no mail server is configured. */
export const outboxFeature: FeatureName = 'Outbox';

/** Enabled where mails are received. */
export const mailInFeature: FeatureName = 'MailIn';

/** Enabled where visitors may send access requests. */
export const accessRequestFeature: FeatureName = 'I3ERequestForm';
