/**
 * Sends a form as `fetch` does and reports the share that was sent: browsers report that only of an XMLHttpRequest.
 * Rejects with a TypeError when the server was not reached, and with the signal's reason when it was aborted.
 */
export function sendWithProgress(
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status, statusText: request.statusText })),
    );
    request.addEventListener('error', () => reject(new TypeError('the server was not reached')));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body instanceof FormData ? body : null);
  });
}
