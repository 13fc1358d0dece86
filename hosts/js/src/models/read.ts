// The bytes of an answer, as they come, within a bound.

/** Reads a body to its end; undefined as soon as it is over `most` bytes. `onBytes` hears how many came. */
export async function readBounded(
  response: Response,
  most: number,
  onBytes?: (read: number) => void,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, read);
    read += value.length;
    if (read > most) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
    onBytes?.(read);
  }
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
