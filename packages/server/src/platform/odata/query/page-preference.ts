import type { FastifyRequest } from 'fastify';

const preference = /^\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*$/i;

/**
 * The `maxpagesize` preference of the client (OData 4.01, Preference maxpagesize); anything but a number is ignored.
 */
export const preferredPageSize = ({ headers: { prefer } }: FastifyRequest): number | undefined => {
  const [size] = [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((each) => preference.exec(each)?.[1] ?? []);
  return size === undefined || Number(size) < 1 ? undefined : Number(size);
};
