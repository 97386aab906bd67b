// Imported first by every command: older versions fail later with errors that do not name the cause.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Countersign needs Node.js 20.19 or newer; this is ${process.versions.node}. Get one from https://nodejs.org/en/download`,
  );
  process.exit(1);
}
