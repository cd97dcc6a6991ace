import { isIP } from 'node:net';
import { pictureLimitBytes } from '@cfs/contracts/profile-pictures';
import type { Logger } from 'pino';
import { Agent, request, type Dispatcher } from 'undici';
import type { Clock } from '../../../platform/clock.ts';
import { isPublicAddress, lookupPublic } from '../../../platform/http/public-address.ts';
import { pictureTypeOf } from './picture-type.ts';

/** A picture of a person. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

const keptFor = 24 * 60 * 60 * 1_000;
const maxAddresses = 500;
const timeoutMilliseconds = 5_000;

/** Connects only to public addresses, never to the networks of this machine; follows no redirect. */
const openInternet = (): Dispatcher => new Agent({ connect: { lookup: lookupPublic } });

const download = async (address: URL, dispatcher: Dispatcher): Promise<Picture | undefined> => {
  const answer = await request(address, { dispatcher, signal: AbortSignal.timeout(timeoutMilliseconds) });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    // Leaving the loop closes the connection, so that the rest of a long response is not transferred.
    if (answer.statusCode !== 200 || size > pictureLimitBytes) return undefined;
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  const type = answer.statusCode === 200 ? pictureTypeOf(bytes) : undefined;
  return type === undefined ? undefined : { type, bytes };
};

/**
 * Parses an address that may be fetched; `undefined` unless it is https, without credentials or a private IP address.
 */
const openAddress = (text: string): URL | undefined => {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:' || address.username !== '') return undefined;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? undefined : address;
};

/**
 * Fetches profile pictures from the addresses that the identity provider gives, each at most once a day. A response
 * that is not a picture counts as missing. People choose these addresses at their provider, so only public addresses
 * are requested.
 */
export const createPictures = (clock: Clock, log: Logger, dispatcher = openInternet()) => {
  const known = new Map<string, { readonly fetched: number; readonly picture: Promise<Picture | undefined> }>();

  const attempt = (address: URL): Promise<Picture | undefined> =>
    download(address, dispatcher).catch((error: unknown) => {
      log.info({ err: error }, 'a profile picture could not be fetched');
      return undefined;
    });

  return {
    fetch: async (text: string | undefined): Promise<Picture | undefined> => {
      const address = text === undefined ? undefined : openAddress(text);
      if (!address) return undefined;
      const now = clock.now().getTime();
      const entry = known.get(address.href);
      if (entry && now - entry.fetched < keptFor) return entry.picture;
      if (known.size >= maxAddresses) known.clear();
      const picture = attempt(address);
      known.set(address.href, { fetched: now, picture });
      return picture;
    },
  };
};
