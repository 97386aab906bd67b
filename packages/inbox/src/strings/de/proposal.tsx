import type { strings } from "../proposal.tsx";

export const proposal: typeof strings = {};
