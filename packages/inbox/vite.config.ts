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

export default defineConfig({
  plugins: [react(), fontLicense()],
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
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:4100" } } },
});
