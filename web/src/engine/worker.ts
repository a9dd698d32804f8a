// The worker: holds the engine and answers one request after the other.

interface Wasm {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  ask(name: number): number;
  reply(): number;
}

/** What the page sends: where the engine is, which may be followed by another one, and questions. */
export type ToWorker =
  | { engine: { bytes: ArrayBuffer } | { module: WebAssembly.Module }; isWhole: boolean }
  | { id: number; name: string; body: string };

/** An empty reply means that this engine does not know the question. */
export type FromWorker =
  | { ready: WebAssembly.Module; isWhole: boolean }
  | { broken: string }
  | { id: number; reply: string }
  | { progress: { words: string; operations: number } };

const send = (message: FromWorker) => (globalThis as unknown as Worker).postMessage(message);

/** Static hosts send packed files as they are; some unpack them on the way. */
async function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const isPacked = new Uint8Array(bytes)[0] === 0x1f;
  if (!isPacked) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

let wasm: Wasm | undefined;

const imports = {
  worker: {
    now: () => performance.now(),
    progress(at: number, length: number, operations: number) {
      if (!wasm) return;
      const words = new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, at, length));
      send({ progress: { words, operations } });
    },
  },
};

async function start({ engine, isWhole }: Extract<ToWorker, { engine: unknown }>) {
  const module = "module" in engine ? engine.module : await WebAssembly.compile(await unpacked(engine.bytes));
  const instance = await WebAssembly.instantiate(module, imports);
  wasm = instance.exports as unknown as Wasm;
  send({ ready: module, isWhole });
}

function answer(name: string, body: string): string {
  if (!wasm) throw new Error("the engine is not there yet");
  const encoder = new TextEncoder();
  const [first, second] = [encoder.encode(name), encoder.encode(body)];
  const at = wasm.room(first.length + second.length);
  const room = new Uint8Array(wasm.memory.buffer, at, first.length + second.length);
  room.set(first);
  room.set(second, first.length);
  const length = wasm.ask(first.length);
  // The memory may have grown and moved meanwhile.
  return new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.reply(), length));
}

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if ("engine" in message) {
    start(message).catch((error: unknown) => send({ broken: String(error) }));
    return;
  }
  try {
    send({ id: message.id, reply: answer(message.name, message.body) });
  } catch (error) {
    // A trap leaves the memory in an unknown state: the page starts another worker.
    send({ broken: String(error) });
  }
});
