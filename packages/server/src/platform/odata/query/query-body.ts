import { badRequest } from '../../problems.ts';

const optionText = (name: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw badRequest(`The option ${name} must be a text or a number.`);
};

/**
 * The query string in the body of `/$query` (OData 4.01, Passing Query Options in the Request Body): as plain text or
 * form-encoded, or as a JSON object with a member for each option.
 *
 * @throws 400 for any other body.
 */
export const queryFromBody = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must hold query options: as text/plain, as a form, or as a JSON object.');
  return Object.entries(body)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(optionText(name, value))}`)
    .join('&');
};
