// The widget: the page in a frame, in step with the model of the notebook, and light or dark as the notebook is.

/** Whether a colour, in whatever way it is written, is nearer to white than to black. */
function isLight(colour) {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue > 127;
}

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.title = "A rotor walk";
    // The page has no access to the notebook, nor to what the browser keeps for it.
    frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    // The frame inherits the colour of the notebook's words. A transition of it tells when another theme has set that.
    frame.style.cssText = "display: block; box-sizing: border-box; width: 100%; border: 1px solid #8884; border-radius: 6px; transition: color 1ms";
    const resize = () => { frame.style.height = `${model.get("height")}px`; };
    resize();

    // What this frame shows: only another text is opened, so that no change runs in a circle.
    let shown;
    let ready = false;
    const open = () => {
      const text = model.get("_text");
      if (ready && text !== shown) frame.contentWindow.postMessage({ arrival: "open/1", state: { text } }, "*");
    };
    // Light words stand on a dark ground. The background itself may be transparent, as in VS Code.
    const theme = () => {
      if (ready) frame.contentWindow.postMessage({ arrival: "theme/1", dark: isLight(getComputedStyle(frame).color) }, "*");
    };
    for (const change of ["transitionend", "transitioncancel"]) frame.addEventListener(change, theme);
    const receive = ({ source, data }) => {
      if (source === null || source !== frame.contentWindow) return;
      if (data?.arrival === "ready/1") {
        ready = true;
        theme();
        open();
      } else if (data?.arrival === "shown/1") {
        shown = data.text;
        model.set("_text", data.text);
        model.set("_step", data.step);
        model.save_changes();
      }
    };
    window.addEventListener("message", receive);
    model.on("change:_text", open);
    model.on("change:height", resize);

    // The engine is compiled only for frames that somebody scrolls to. What is hidden makes no transition, so the theme is
    // looked at whenever the frame comes into sight again.
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      if (frame.srcdoc) theme();
      else frame.srcdoc = model.get("_page");
    });
    watch.observe(frame);
    el.append(frame);
    return () => {
      watch.disconnect();
      window.removeEventListener("message", receive);
      model.off("change:_text", open);
      model.off("change:height", resize);
    };
  },
};
