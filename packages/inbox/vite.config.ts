import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

const FONT_LICENSE = fileURLToPath(new URL("LICENSE", import.meta.resolve("@fontsource-variable/inter/package.json")));

/** The font's licence asks that a copy of it goes wherever the font goes. */
const fontLicense = (): Plugin => ({
  name: "font-license",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "assets/inter-license.txt", source: readFileSync(FONT_LICENSE) });
  },
});

/** Parts of the first page that are loaded when they are used, and pages that the first page opens. */
const SOON = /features[\\/](queue|keyboard)[\\/]|app[\\/](shell[\\/]|notices|action-route)/;

/** Names, for `first-read.ts`, the files of what a person is likely to need next. */
const prefetchList = (): Plugin => ({
  name: "prefetch-list",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const files = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || chunk.isEntry || files.has(name)) return;
        files.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
        chunk.imports.forEach(add);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && chunk.isDynamicEntry && SOON.test(chunk.facadeModuleId ?? "")) add(chunk.fileName);
      const content = [...files].map((name) => `/${name}`).join(" ");
      return [{ tag: "meta", attrs: { name: "prefetch-when-idle", content }, injectTo: "head" }];
    },
  },
});

export default defineConfig({
  plugins: [react(), fontLicense(), prefetchList()],
  // The protocol is read from its sources; nothing has to be built first.
  resolve: { conditions: ["@countersign/source", ...defaultClientConditions] },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: "../server/public",
    emptyOutDir: true,
    // The policy of the page allows no data: fonts or scripts, so every asset is a file.
    assetsInlineLimit: 0,
    target: "es2022",
    // No warning about single files: a browser test limits the scripts of the first page, all together and compressed.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one file: a hundred small ones are a tenth larger when they are compressed.
            { name: "start", tags: ["$initial"], priority: 1 },
            { name: "icons", test: /@tabler/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:4100" } } },
});
