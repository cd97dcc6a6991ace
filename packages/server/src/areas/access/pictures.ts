import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';

/** A picture as it came from the provider. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

const keptFor = 24 * 60 * 60 * 1_000;
const longest = 1_048_576;
const most = 500;
const types = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const download = async (address: string): Promise<Picture | undefined> => {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!answer.ok || !answer.body || !types.has(type)) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > longest) return undefined;
    parts.push(part);
  }
  return { type, bytes: Buffer.concat(parts) };
};

/** Fetches profile pictures from where the provider keeps them, once a day each; what is no picture counts as none. */
export const createPictures = (clock: Clock, log: Logger) => {
  const known = new Map<string, { readonly fetched: number; readonly picture: Promise<Picture | undefined> }>();

  const attempt = (address: string): Promise<Picture | undefined> =>
    download(address).catch((error: unknown) => {
      log.info({ err: error }, 'a profile picture could not be fetched');
      return undefined;
    });

  return {
    fetch: async (address: string | undefined): Promise<Picture | undefined> => {
      if (address === undefined || !address.startsWith('https://')) return undefined;
      const now = clock.now().getTime();
      const entry = known.get(address);
      if (entry && now - entry.fetched < keptFor) return entry.picture;
      if (known.size >= most) known.clear();
      const picture = attempt(address);
      known.set(address, { fetched: now, picture });
      return picture;
    },
  };
};
