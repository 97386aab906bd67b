#!/usr/bin/env node
// Here and not in dist, so that npm can link the command before the first build.
await import("../dist/cli/bin.js");
