/** The folders above a path and itself, from the top: `/`, `/products`, `/products/chairs`. */
export function foldersOf(path: string): { name: string; path: string }[] {
  const names = path.split("/").filter((name) => name !== "");
  return [
    { name: "All", path: "/" },
    ...names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join("/")}` })),
  ];
}
