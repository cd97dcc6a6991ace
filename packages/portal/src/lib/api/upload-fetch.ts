/** Headers as they came, as `Headers` takes them. */
const headersOf = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);

/** Statuses whose answer may have no body at all. */
const bodiless = new Set([204, 205, 304]);

/**
 * Does as `fetch` does and tells meanwhile how many bytes of the body have been sent, which `fetch` cannot over HTTP/1.
 * Rejects as it does: with a TypeError when no answer came, with the signal's reason when it was given up.
 */
export const uploadFetch = (path: string, init: RequestInit, onSent: (bytes: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body, signal } = init;
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'arraybuffer';
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    const giveUp = (): void => request.abort();
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      const { status, statusText } = request;
      const answer = bodiless.has(status) ? null : (request.response as ArrayBuffer);
      resolve(new Response(answer, { status, statusText, headers: headersOf(request) }));
    });
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was given up.', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', giveUp));
    signal?.addEventListener('abort', giveUp);
    request.send(body as XMLHttpRequestBodyInit);
  });
