// The bytes of an answer, as they come, within a bound.
import { joined } from "../storage/bytes.ts";

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
    if (done) return joined(chunks);
    read += value.length;
    if (read > most) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
    onBytes?.(read);
  }
}
