// The pause button of the moving picture, and the live page for those who opened the site from a folder.
document.addEventListener("DOMContentLoaded", () => {
  const picture = document.querySelector(".hero svg");
  const button = document.getElementById("pause");
  if (picture && button) {
    const show = () => { button.textContent = picture.animationsPaused() ? "Play" : "Pause"; };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) picture.pauseAnimations();
    button.addEventListener("click", () => {
      if (picture.animationsPaused()) picture.unpauseAnimations(); else picture.pauseAnimations();
      show();
    });
    show();
  }
  // Browsers refuse workers from file://; the page in one file needs none.
  if (location.protocol === "file:") {
    for (const link of document.querySelectorAll("a[href*='live/index.html'], iframe[src*='live/index.html']")) {
      const name = link.tagName === "A" ? "href" : "src";
      link.setAttribute(name, link.getAttribute(name).replace("live/index.html", "live/arrival.html"));
    }
  }
});
