// Opening: examples, families, files, files that are dropped, and links.

import type { Actions } from "./actions";
import { byId, make, tell, tellFault } from "./dom";
import type { Editor } from "./editor";
import { textInLink } from "./link";
import * as server from "./server";

export function makeOpen(editor: Editor, actions: Actions, begin: server.Begin): void {
  const open = (text: string, name: string) => editor.open(text, name);

  const example = byId<HTMLSelectElement>("example");
  example.append(...begin.examples.map(({ name }) => make("option", { value: name }, name)));
  example.addEventListener("change", () => {
    const chosen = begin.examples.find(({ name }) => name === example.value);
    if (chosen) void open(chosen.text, chosen.name);
    example.value = "";
  });

  const file = byId<HTMLInputElement>("file");
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > 8_000_000) return tell(`${chosen.name} is too large for the page; use the command line.`, true);
    await open(await chosen.text(), chosen.name);
  };
  byId("open").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    void read(file.files?.[0]);
    file.value = "";
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    void read(event.dataTransfer?.files[0]);
  });

  makeFamilies(actions, begin);

  const follow = () =>
    textInLink(location.hash).then((text) => (text === null ? undefined : open(text, "linked")), tellFault);
  addEventListener("hashchange", () => void follow());
  void textInLink(location.hash).then((linked) => {
    const first = begin.examples[0];
    if (linked !== null) return open(linked, "linked");
    if (begin.opened) return open(begin.opened.text, begin.opened.name);
    return first ? open(first.text, first.name) : undefined;
  }, tellFault);
}

function makeFamilies(actions: Actions, begin: server.Begin): void {
  const dialog = byId<HTMLDialogElement>("family-dialog");
  const family = byId<HTMLSelectElement>("family");
  const parameters = byId("family-parameters");
  family.append(...begin.families.map(({ id }) => make("option", { value: id }, id)));
  const chosen = () => begin.families.find(({ id }) => id === family.value);
  const show = () => {
    byId("family-sentence").textContent = chosen()?.sentence ?? "";
    const field = (parameter: server.Parameter) => {
      const { name, meaning, least, most, whole } = parameter;
      const input = make("input", { type: "number", name, value: String(parameter.default), min: String(least) });
      input.max = String(most);
      input.step = whole ? "1" : "any";
      return make("label", { className: "field", title: meaning }, `${name} `, input, make("small", {}, ` ${meaning}`));
    };
    const seed: server.Parameter = { name: "seed", meaning: "where the dice start", default: 1, least: 0, most: 2 ** 53 - 1, whole: true };
    parameters.replaceChildren(...[...(chosen()?.parameters ?? []), seed].map(field));
  };
  family.addEventListener("change", show);
  byId("family-button").addEventListener("click", () => {
    show();
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    const member = chosen();
    if (dialog.returnValue !== "generate" || !member) return;
    const options: Record<string, string> = { family: member.id };
    for (const input of parameters.querySelectorAll("input")) options[input.name] = input.value;
    void server.generate(options).then((graph) => {
      actions.replace(graph, member.id);
      tell(`Generated a member of the family ${member.id}.`);
    }, tellFault);
    dialog.returnValue = "";
  });
}
