/** A preference's name: lower-case letters, digits and hyphens, after an optional kind: `columns:locations`. */
export const preferenceNamePattern = /^[a-z][a-z0-9-]*(?::[a-z0-9-]+)?$/;
