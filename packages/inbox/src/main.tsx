import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/global.css";
import "./app/enter-workspace.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { watchFirstRead } from "./app/first-read.ts";
import { createQueryClient } from "./app/query-client.ts";
import { router } from "./app/router.tsx";
import { resolveVariables, theme } from "./app/theme.ts";
import { contentRenderer } from "./features/content/content-renderer.tsx";
import { loadLanguage } from "./strings/load-language.ts";
import { addChangeRenderer } from "./ui/change-renderer.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");

addChangeRenderer(contentRenderer);

/** Frames in other sites have an application of their own, without any route to the rest of the inbox. */
const EmbeddedApp = lazy(async () => ({ default: (await import("./app/embed/embedded-app.tsx")).EmbeddedApp }));
const isEmbedded = window.location.pathname.startsWith("/embed/");
const queryClient = createQueryClient();

const start = (): void => {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Suspense>{isEmbedded ? <EmbeddedApp /> : <RouterProvider router={router} />}</Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  if (!isEmbedded) watchFirstRead(queryClient);
};

void loadLanguage().then(start);
