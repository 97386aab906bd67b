// Elements that show Countersign in a page of yours: <countersign-action action-id="…"> and <countersign-session session-id="…">.
// They only make a frame; what is in it comes from the server this file came from. See docs/embedding.md.
(() => {
  const server = new URL(document.currentScript.src).origin;

  class CountersignFrame extends HTMLElement {
    static observedAttributes = ["action-id", "session-id", "title"];
    #frame = document.createElement("iframe");
    #resize = ({ source, origin, data }) => {
      if (source !== this.#frame.contentWindow || origin !== server || data?.type !== "countersign:height") return;
      if (Number.isFinite(data.height)) this.#frame.style.height = `${Math.max(120, Math.min(data.height, 20_000))}px`;
    };

    connectedCallback() {
      const frame = this.#frame;
      frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox");
      frame.setAttribute("allow", "clipboard-write");
      frame.referrerPolicy = "no-referrer";
      frame.style.cssText = "display:block;width:100%;height:320px;border:0";
      this.#show();
      this.append(frame);
      addEventListener("message", this.#resize);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#resize);
      this.#frame.remove();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#show();
    }

    #show() {
      const { kind, attribute } = this.constructor;
      const id = this.getAttribute(attribute);
      this.#frame.title = this.getAttribute("title") ?? "Countersign";
      const address = id ? `${server}/embed/${kind}/${encodeURIComponent(id)}` : "about:blank";
      if (this.#frame.src !== address) this.#frame.src = address;
    }
  }

  customElements.define(
    "countersign-action",
    class extends CountersignFrame {
      static kind = "actions";
      static attribute = "action-id";
    },
  );
  customElements.define(
    "countersign-session",
    class extends CountersignFrame {
      static kind = "sessions";
      static attribute = "session-id";
    },
  );
})();
