// The server: every answer on the page comes from here.

import { fromJson, type Graph, type GraphJson } from "./model";

export interface Flaw {
  line?: number;
  column?: number;
  path?: string;
  rule: string;
  message: string;
  remedy: string;
}

export interface Check {
  valid: boolean;
  class?: string;
  stopping?: boolean;
  traps?: string[][];
  flaws: Flaw[];
  warnings?: string[];
  instance?: { vertices: number; arcs: number; sinks: number; players: number; class: string };
}

export interface Row {
  from: string;
  exit?: string | null;
  trap?: number;
  steps?: string;
  steps_to_trap?: string;
  value?: number | null;
  maxmin?: number;
  minmax?: number;
  endless?: boolean;
  max?: Record<string, number>;
  min?: Record<string, number>;
}

export interface Answer {
  solver: string;
  checked: boolean;
  traps: string[][];
  answers: Row[];
}

export interface Certificate {
  kind: string;
  departures?: Record<string, string>;
}

export interface WalkAnswer {
  exit: string | null;
  stopped: boolean;
  trap?: number;
  trace: string[];
}

export interface Routed {
  sinks: Record<string, string>;
  traps: { vertices: string[]; particles: string }[];
  checked: boolean;
  steps?: string;
}

export interface Parameter {
  name: string;
  meaning: string;
  default: number;
  least: number;
  most: number;
  whole: boolean;
}

export interface Begin {
  opened: { name: string; text: string } | null;
  examples: { name: string; text: string }[];
  families: { id: string; sentence: string; parameters: Parameter[] }[];
}

/** Why the server did not answer, in its words. */
export class Refused extends Error {
  constructor(readonly status: number, readonly errors: readonly string[]) {
    super(errors.map((words) => words.replace(/^<request>(:\d+:\d+)?: /, "")).join("\n"));
  }
}

type Options = Record<string, string | number | boolean>;

/** The bytes that the command prints. */
export async function ask(name: string, options: Options, signal?: AbortSignal): Promise<string> {
  let response: Response;
  const body = JSON.stringify(options);
  try {
    const headers = { "content-type": "application/json" };
    response = await fetch(`/api/v1/${name}`, { method: "POST", headers, body, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, ["the server does not answer; start it again with `arrival serve`"]);
  }
  const text = await response.text();
  if (response.ok) return text;
  throw new Refused(response.status, errorsIn(text));
}

function errorsIn(text: string): string[] {
  try {
    return (JSON.parse(text) as { errors: string[] }).errors;
  } catch {
    return [text.trim()];
  }
}

async function askJson<T>(name: string, options: Options, signal?: AbortSignal): Promise<T> {
  return JSON.parse(await ask(name, options, signal)) as T;
}

export async function begin(): Promise<Begin> {
  const response = await fetch("/api/v1/begin");
  return (await response.json()) as Begin;
}

export const check = (text: string, signal?: AbortSignal) => askJson<Check>("check", { text }, signal);

export const graphOf = async (text: string, signal?: AbortSignal): Promise<Graph> =>
  fromJson(await askJson<GraphJson>("convert", { text }, signal));

export const rotorText = (text: string, signal?: AbortSignal) => ask("convert", { text, to: "rotor" }, signal);

export const generate = async (options: Options): Promise<Graph> =>
  fromJson(await askJson<GraphJson>("generate", options));

export const solve = (text: string, options: Options, signal?: AbortSignal) =>
  askJson<Answer>("solve", { text, ...options }, signal);

/** The answer from one start with its certificate, which stands inside it. */
export async function solveCertified(text: string, from: string, signal?: AbortSignal): Promise<[Certificate, Answer]> {
  const answer = await askJson<Answer & { certificate: Certificate }>("solve", { text, from, certificate: true }, signal);
  return [answer.certificate, answer];
}

export const walk = (text: string, from: string, steps: number, signal?: AbortSignal) =>
  askJson<WalkAnswer>("walk", { text, from, trace: true, "max-steps": steps }, signal);

export const flows = async (text: string, signal?: AbortSignal) =>
  (await askJson<{ flows: { from: string; to: string; flow: string }[] }>("flows", { text }, signal)).flows;

export const forest = async (text: string, signal?: AbortSignal) =>
  (await askJson<{ forest: Record<string, { arc: number; head: string } | null> }>("forest", { text }, signal)).forest;

export const route = (text: string, particles: string, signal?: AbortSignal) =>
  askJson<Routed>("route", { text, particles }, signal);

export const push = (text: string, cycle: string) => askJson<{ cycle: string[]; text: string }>("push", { text, cycle });

export const explain = async (text: string, from: string) =>
  (await askJson<{ text: string }>("explain", { text, from })).text;
