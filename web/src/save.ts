// Saving: the text, a picture, a page of its own, or a link.

import { byId, tell, tellFault } from "./dom";
import type { Editor } from "./editor";
import { linkTo } from "./link";
import { ask } from "./server";
import type { Store } from "./store";

function download(name: string, kind: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: kind }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  tell(`Saved ${name}.`);
}

export function makeSave(store: Store, editor: Editor): { saveText(): void } {
  const choice = byId<HTMLSelectElement>("save");
  const stem = () => store.get().name.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "") || "graph";
  const saveText = () => download(`${stem()}.rotor`, "text/plain", editor.text());

  const savePicture = async (to: "svg" | "html", kind: string) => {
    const shown = store.get().overlay.kind;
    const show = shown === "none" ? {} : { show: shown };
    const content = await ask("draw", { text: editor.text(), to, ...show });
    download(`${stem()}.${to}`, kind, content);
  };

  const saveLink = async () => {
    const link = await linkTo(editor.text());
    byId<HTMLInputElement>("link").value = link;
    history.replaceState(null, "", link);
    byId<HTMLDialogElement>("link-dialog").showModal();
    byId<HTMLInputElement>("link").select();
    await navigator.clipboard?.writeText(link).then(() => tell("The link is copied."), () => undefined);
  };

  choice.addEventListener("change", () => {
    const wanted = choice.value;
    choice.value = "";
    if (wanted === "rotor") saveText();
    else if (wanted === "svg") void savePicture("svg", "image/svg+xml").catch(tellFault);
    else if (wanted === "html") void savePicture("html", "text/html").catch(tellFault);
    else if (wanted === "link") void saveLink().catch(tellFault);
  });
  return { saveText };
}
