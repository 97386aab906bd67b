import { createTheme, type CSSVariablesResolver, type ModalProps } from "@mantine/core";

/** Shades and dimmed text are chosen so that every text reaches a contrast of 4.5 in both schemes. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  defaultRadius: "md",
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  respectReducedMotion: true,
  components: {
    // Without this role, a dialog's header would be a second banner landmark of the page. `Modal.extend` would load dialogs with
    // every page.
    Modal: { defaultProps: { attributes: { header: { role: "presentation" } } } satisfies Partial<ModalProps> },
  },
});

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
  },
});
