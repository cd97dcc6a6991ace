const headersOf = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);

/** Statuses for which the `Response` constructor refuses a body. */
const nullBodyStatuses = new Set([204, 205, 304]);

/**
 * `fetch` with upload progress, by XMLHttpRequest: streamed request bodies of `fetch` need HTTP/2.
 *
 * @throws TypeError when there is no response, AbortError when aborted.
 */
export const uploadFetch = (path: string, init: RequestInit, onProgress: (bytes: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body, signal } = init;
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'arraybuffer';
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    const abort = (): void => request.abort();
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const { status, statusText } = request;
      const answer = nullBodyStatuses.has(status) ? null : (request.response as ArrayBuffer);
      resolve(new Response(answer, { status, statusText, headers: headersOf(request) }));
    });
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.send(body as XMLHttpRequestBodyInit);
  });
