import type { FastifyRequest } from 'fastify';

const preference = /^\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*$/i;

/** The rows of a page that the caller prefers at most (OData 4.01, Preference maxpagesize); what is no number is none. */
export const preferredPageSize = ({ headers: { prefer } }: FastifyRequest): number | undefined => {
  const [size] = [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((each) => preference.exec(each)?.[1] ?? []);
  return size === undefined || Number(size) < 1 ? undefined : Number(size);
};
