// Server-sent events out of a body: the data of each, until `[DONE]`.
import { MemoletError } from "memolet";

/** Throws `too-large` over so many bytes. */
export async function* events(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      size += value?.length ?? 0;
      if (size > most) throw new MemoletError("too-large", `the model's answer is over ${most} bytes`);
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split(/\r\n|\n|\r/);
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        const data = /^data: ?(.*)$/.exec(line)?.[1];
        if (data === "[DONE]") return;
        if (data) yield data;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
