// Tabs: one panel at a time, arrow keys between them.

export function makeTabs(): (id: string) => void {
  const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
  const choose = (chosen: HTMLElement | undefined) => {
    if (!chosen) return;
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !on;
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const to = event.key === "Home" ? tabs[0] : event.key === "End" ? tabs.at(-1) : way && tabs[(place + way + tabs.length) % tabs.length];
      if (!to) return;
      event.preventDefault();
      choose(to);
      to.focus();
    });
  });
  return (id) => choose(tabs.find((tab) => tab.id === id));
}
