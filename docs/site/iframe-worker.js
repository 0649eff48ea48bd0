/* A browser starts no worker from file://; there, a hidden frame does the work of Material's search worker.
   The name IFrameWorker tells that worker so. */
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentDocument;
      inside.open();
      inside.write("<!doctype html><body></body>");
      inside.close();
      const self = this.frame.contentWindow;
      const load = (address) =>
        new Promise((resolve, reject) => {
          const script = inside.createElement("script");
          script.src = address;
          script.onload = resolve;
          script.onerror = () => reject(new Error("cannot load " + address));
          inside.body.appendChild(script);
        });
      self.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      self.importScripts = (...addresses) => addresses.reduce((done, one) => done.then(() => load(one)), Promise.resolve());
      this.ready = load(new URL(url, document.baseURI).href);
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
