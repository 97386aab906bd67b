/** Builds the guide into a folder that does not exist yet. Throws, and writes nothing, if a link leads nowhere. */
export declare function buildGuide(output: string): Promise<void>;
