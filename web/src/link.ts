// Links: a graph inside the part of an address that browsers keep to themselves.

const KEY = "graph=";
/** A link from elsewhere may not fill the memory. */
const MOST = 4 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, most = Infinity): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(stream) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error("the graph in this link is too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The address of this page with the graph inside. */
export async function linkTo(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  const coded = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#${KEY}${coded}`;
}

/** The text of the graph in this address, if there is one. */
export async function textInLink(hash: string): Promise<string | null> {
  const coded = hash.replace(/^#/, "");
  if (!coded.startsWith(KEY)) return null;
  try {
    const letters = atob(coded.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MOST));
  } catch (error) {
    throw new Error(`the link is broken: ${error instanceof Error ? error.message : String(error)}`);
  }
}
