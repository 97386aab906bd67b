import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The protocol is read from its sources; nothing has to be built first.
  resolve: { conditions: ["@countersign/source", ...defaultClientConditions] },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: "../server/public",
    emptyOutDir: true,
    // The policy of the page allows no data: fonts or scripts, so every asset is a file.
    assetsInlineLimit: 0,
    target: "es2022",
    // What is held is 200 kB of the main chunk with gzip, by a browser test; the builder would warn at 500 kB without.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:4100" } } },
});
