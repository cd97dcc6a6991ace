/** Feature that is enabled while mails are kept for inspection because no mail server is configured. */
export const outboxFeature = 'Outbox';
