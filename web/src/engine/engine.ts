// The engine: questions to the worker and its answers. Cancelling ends the worker and starts another.

import { firstPart, soon, wholePart } from "./parts";
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

/** Whatever answers questions. */
export interface Answering {
  ask<T>(name: string, body: Body): Promise<T>;
}

/** A question in one string, under which its answer can be kept. */
export const question = (name: string, body: string): string => `${name} ${body}`;

export class Engine implements Answering {
  #worker: Worker | undefined;
  #module: WebAssembly.Module | undefined;
  #isWhole = false;
  /** Whether the worker has an engine, and whether the whole one is on its way to it. */
  #isReady = false;
  #isGrowing = false;
  /** Questions that wait until the whole engine has come to the worker. */
  #missing = new Set<number>();
  #waiting = new Map<number, Waiting>();
  #next = 0;
  /** Called with what the worker is doing, and with nothing when it is done. */
  onProgress: (words: string) => void = () => {};
  /** Why the engine cannot be started at all. */
  #broken: string | undefined;

  /** `known` are answers that came with the page: they do not wait for the worker. */
  constructor(readonly known: Readonly<Record<string, unknown>> = {}) {
    this.#start();
  }

  /** Whether the worker can be asked. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether every question can be answered without loading anything. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Asks one question; several wait for each other. */
  ask<T>(name: string, body: Body): Promise<T> {
    return new Promise((done, failed) => {
      if (this.#broken !== undefined) {
        failed(new Refused(this.#broken));
        return;
      }
      const words = JSON.stringify(body);
      const known = this.known[question(name, words)];
      if (known !== undefined) {
        done(known as T);
        return;
      }
      const id = this.#next++;
      const waiting = { name, body: words, done: done as (reply: unknown) => void, failed };
      this.#waiting.set(id, waiting);
      if (this.#isReady) this.#send(id, waiting);
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
    this.#missing.clear();
    this.#isReady = false;
    this.#isGrowing = false;
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.#heard(event.data);
    worker.onerror = (event) => this.#heard({ broken: event.message });
    if (this.#module) {
      worker.postMessage({ engine: { module: this.#module }, isWhole: this.#isWhole } satisfies ToWorker);
      return;
    }
    firstPart().then(({ bytes, isWhole }) => {
      if (worker !== this.#worker) return;
      worker.postMessage({ engine: { bytes }, isWhole } satisfies ToWorker);
    }, (error: unknown) => worker === this.#worker && this.#heard({ broken: String(error) }));
  }

  /** Gives the worker the whole engine, which then answers everything. */
  #grow(): void {
    if (this.#isGrowing || this.#isWhole) return;
    this.#isGrowing = true;
    const worker = this.#worker;
    wholePart().then((bytes) => {
      if (worker === this.#worker) worker?.postMessage({ engine: { bytes }, isWhole: true } satisfies ToWorker);
    }, (error: unknown) => {
      if (worker !== this.#worker) return;
      this.#isGrowing = false;
      const words = `The rest of the engine could not be loaded (${String(error)}); try again when there is a network.`;
      for (const missing of this.#missing) this.#fail(missing, words);
      this.#missing.clear();
    });
  }

  #fail(id: number, words: string): void {
    this.#taken(id)?.failed(new Refused(words));
  }

  /** A question that waits no longer. */
  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.onProgress("");
    return waiting;
  }

  #heard(message: FromWorker): void {
    if ("progress" in message) {
      this.onProgress(message.progress.words);
      return;
    }
    if ("ready" in message) {
      // What was asked before there was an engine, or what the first one left to the whole one; the rest is with the worker.
      const asked = this.#isReady ? this.#missing : this.#waiting.keys();
      this.#isReady = true;
      this.#module = message.ready;
      this.#isWhole = message.isWhole;
      this.#isGrowing = false;
      for (const id of [...asked]) {
        const waiting = this.#waiting.get(id);
        if (waiting) this.#send(id, waiting);
      }
      this.#missing.clear();
      if (!this.#isWhole) soon(() => this.#grow());
      return;
    }
    if ("broken" in message) {
      const words = this.#module ? `The engine stopped (${message.broken}) and was started again.`
        : `The engine cannot be started (${message.broken}). From a folder, open arrival.html, which needs no server.`;
      if (this.#module) {
        this.#worker?.terminate();
        this.#start();
      } else this.#broken = words;
      for (const id of [...this.#waiting.keys()]) this.#fail(id, words);
      return;
    }
    if (message.reply === "") {
      this.#missing.add(message.id);
      this.onProgress("loading the rest of the engine");
      this.#grow();
      return;
    }
    const waiting = this.#taken(message.id);
    if (!waiting) return;
    const reply = JSON.parse(message.reply) as { schema?: string; errors?: string[]; remark?: string };
    // The command line names the file here; a request has none.
    const unnamed = (words: string) => words.replaceAll("<request>: ", "");
    if (reply.remark !== undefined) reply.remark = unnamed(reply.remark);
    if (reply.schema === "arrival.error/1") waiting.failed(new Refused(unnamed((reply.errors ?? ["refused"]).join("\n"))));
    else waiting.done(reply);
  }
}
