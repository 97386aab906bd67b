/** Builds the guide of a repository, by default of this one, into a folder that does not exist yet. Throws, and writes nothing, if a link leads nowhere. */
export declare function buildGuide(output: string, root?: string): Promise<void>;
