// Sets the colour scheme before the first paint. A file of its own because the page's policy allows no inline script.
(() => {
  let wanted = "auto";
  try {
    wanted = localStorage.getItem("mantine-color-scheme-value") || "auto";
  } catch {
    // Storage may be blocked; the system's scheme is used then.
  }
  const dark = wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
