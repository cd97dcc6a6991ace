/** Name of the feature that is on where mails are kept for people to look at, since no mail server is configured. */
export const outboxFeature = 'Outbox';
