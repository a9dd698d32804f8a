// The engine: questions to the worker and its answers. Cancelling ends the worker and starts another.

import type { FromWorker, ToWorker } from "./worker";

/** What is wrong, in the words of the command line. */
export class Refused extends Error {}

export class Cancelled extends Error {}

interface Waiting {
  name: string;
  body: string;
  done(reply: unknown): void;
  failed(error: Error): void;
}

export type Body = Record<string, unknown>;

export class Engine {
  #worker: Worker | undefined;
  #module: WebAssembly.Module | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  /** Called with what the worker is doing, and with nothing when it is done. */
  onProgress: (words: string) => void = () => {};
  /** Why the engine cannot be started at all. */
  #broken: string | undefined;

  constructor() {
    this.#start();
  }

  /** Asks one question; several wait for each other. */
  ask<T>(name: string, body: Body): Promise<T> {
    return new Promise((done, failed) => {
      if (this.#broken !== undefined) {
        failed(new Refused(this.#broken));
        return;
      }
      const id = this.#next++;
      const waiting = { name, body: JSON.stringify(body), done: done as (reply: unknown) => void, failed };
      this.#waiting.set(id, waiting);
      if (this.#module) this.#send(id, waiting);
    });
  }

  /** Ends all that is going on. */
  cancel(): void {
    this.#worker?.terminate();
    const stopped = [...this.#waiting.values()];
    this.#waiting.clear();
    this.onProgress("");
    this.#start();
    stopped.forEach((waiting) => waiting.failed(new Cancelled("cancelled")));
  }

  #send(id: number, { name, body }: Waiting): void {
    this.#worker?.postMessage({ id, name, body } satisfies ToWorker);
  }

  #start(): void {
    const inside = document.getElementById("worker-source")?.textContent;
    const source = inside ? URL.createObjectURL(new Blob([inside], { type: "text/javascript" })) : new URL("worker.js", document.baseURI);
    const worker = new Worker(source);
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.#heard(event.data);
    worker.onerror = (event) => this.#heard({ broken: event.message });
    worker.postMessage({ engine: this.#module ? { module: this.#module } : packedEngine() } satisfies ToWorker);
  }

  #heard(message: FromWorker): void {
    if ("progress" in message) {
      this.onProgress(message.progress.words);
      return;
    }
    if ("ready" in message) {
      this.#module = message.ready;
      this.#waiting.forEach((waiting, id) => this.#send(id, waiting));
      return;
    }
    if ("broken" in message) {
      const stopped = [...this.#waiting.values()];
      this.#waiting.clear();
      this.onProgress("");
      const words = this.#module ? `The engine stopped (${message.broken}) and was started again.`
        : `The engine cannot be started (${message.broken}). From a folder, open arrival.html, which needs no server.`;
      if (this.#module) {
        this.#worker?.terminate();
        this.#start();
      } else this.#broken = words;
      stopped.forEach((waiting) => waiting.failed(new Refused(words)));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.onProgress("");
    if (!waiting) return;
    const reply = JSON.parse(message.reply) as { schema?: string; errors?: string[]; remark?: string };
    // The command line names the file here; a request has none.
    const unnamed = (words: string) => words.replaceAll("<request>: ", "");
    if (reply.remark !== undefined) reply.remark = unnamed(reply.remark);
    if (reply.schema === "arrival.error/1") waiting.failed(new Refused(unnamed((reply.errors ?? ["refused"]).join("\n"))));
    else waiting.done(reply);
  }
}

/** In the page of one file the engine is inside it; elsewhere it lies beside the page. */
function packedEngine(): { bytes: ArrayBuffer } | { url: string } {
  const inside = document.getElementById("engine")?.textContent;
  if (!inside) return { url: new URL("engine.wasm.gz", document.baseURI).href };
  return { bytes: Uint8Array.from(atob(inside.trim()), (character) => character.charCodeAt(0)).buffer };
}
