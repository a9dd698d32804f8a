// Tabs: one pane at a time; arrow keys go from tab to tab. On a phone the panel is a sheet.

import { byId } from "../dom";

/** `moved` is called when the panel of a phone comes or goes. */
export function keepTabs(moved: () => void): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const choose = (chosen: HTMLButtonElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const pane = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (pane) pane.hidden = !isChosen;
    }
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const next = tabs[(at + by + tabs.length) % tabs.length];
      if (by === 0 || !next) return;
      event.preventDefault();
      next.focus();
      next.click();
    });
  });
  const first = tabs[0];
  if (first) choose(first);
  const [more, panel] = [byId("more", HTMLButtonElement), byId("panel", HTMLElement)];
  more.addEventListener("click", () => {
    const open = panel.classList.toggle("open");
    more.setAttribute("aria-expanded", String(open));
    moved();
  });
}
