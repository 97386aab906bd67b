// Parses and checks one template and, given a context, renders it. The answer is plain data and never contains a stack.
import {
  createSandboxSecurityPolicy,
  createSetTagHandler,
  createSource,
  createSynchronousArrayLoader,
  createSynchronousEnvironment,
  createSynchronousFilter,
  createSynchronousFunction,
  createSynchronousTemplate,
} from "twing";
import { checkTags, checkTree } from "./check-template.mjs";
import { createExecutor } from "./execute-node.mjs";
import { FILTERS } from "./filters.mjs";
import { FUNCTIONS } from "./functions.mjs";
import { Fault, toValue } from "./values.mjs";

const NAME = "template";

/**
 * @param {{ source: string, context?: string, language: Record<"tags" | "filters" | "functions" | "tests", string[]>, mostBytes: number }} job
 * `context` is JSON; without it the template is only checked.
 * @returns {{ ok: true, html: string } | { ok: false, code: string, message: string, line?: number }}
 */
export function answer({ source, context, language, mostBytes }) {
  try {
    const environment = createEnvironment(language);
    const stream = environment.tokenize(createSource(NAME, source));
    checkTags(stream, language);
    const tree = environment.parse(stream);
    checkTree(tree, language);
    if (context === undefined) return { ok: true, html: "" };
    keepOnly(environment, language);
    const html = createSynchronousTemplate(tree).render(environment, toValue(JSON.parse(context)), {
      sandboxed: true,
      strict: true,
      nodeExecutor: createExecutor(mostBytes),
    });
    if (Buffer.byteLength(html) > mostBytes) throw new Fault("too_large", `The template writes more than ${mostBytes} bytes.`);
    return { ok: true, html };
  } catch (error) {
    return { ok: false, ...describe(error) };
  }
}

/** The loader has no templates, so none can be loaded by any name. */
function createEnvironment({ tags, filters, functions }) {
  const environment = createSynchronousEnvironment(createSynchronousArrayLoader({}), {
    autoEscapingStrategy: "html",
    timezone: "UTC",
    sandboxPolicy: createSandboxSecurityPolicy({ allowedTags: tags, allowedFilters: filters, allowedFunctions: functions }),
  });
  for (const [name, [run, ...parameters]] of FILTERS)
    environment.addFilter(createSynchronousFilter(name, ...callable(run, parameters)));
  for (const [name, [run, ...parameters]] of FUNCTIONS)
    environment.addFunction(createSynchronousFunction(name, ...callable(run, parameters)));
  environment.addTagHandler(setTag());
  return environment;
}

function callable(run, parameters) {
  const isVariadic = parameters.includes("...");
  const named = parameters.filter((parameter) => parameter !== "...");
  const accepted = named.map(([name, ...defaults]) => ({ name, ...(defaults.length > 0 && { defaultValue: defaults[0] }) }));
  return [(_context, ...given) => run(...given), accepted, { is_variadic: isVariadic }];
}

/** Marks `{% set name %}…{% endset %}`, which the library does not always distinguish from `{% set name = … %}`. */
function setTag() {
  const handler = createSetTagHandler();
  return {
    tag: handler.tag,
    initialize(parser, level) {
      const parse = handler.initialize(parser, level);
      return (token, stream) => {
        let at = 0;
        while (!["TAG_END", "OPERATOR", "EOF"].includes(stream.look(at).type)) at += 1;
        const isBlock = stream.look(at).type === "TAG_END";
        const node = parse(token, stream);
        node.attributes.isBlock = isBlock;
        return node;
      };
    },
  };
}

/** Removes what is not allowed from the environment. */
function keepOnly(environment, language) {
  for (const kind of ["filters", "functions", "tests"]) {
    for (const name of environment[kind].keys()) if (!language[kind].includes(name)) environment[kind].delete(name);
  }
}

function describe(error) {
  const cause = error?.previous ?? error;
  if (cause instanceof Fault) return { code: cause.code, message: cause.message, ...at(cause.line ?? error.location?.line) };
  if (cause instanceof RangeError && /call stack/i.test(cause.message))
    return { code: "failed", message: "The template or its data is nested too deeply." };
  // A text or a map exceeded the engine's maximum size.
  if (cause instanceof RangeError) return { code: "memory", message: "The template needs more memory than it may have." };
  const isSyntax = error?.name === "TwingParsingError";
  if (!isSyntax && error?.name !== "TwingRuntimeError") return { code: "failed", message: "The template cannot be rendered." };
  const message = String(error.message).replace(/ in "template" at line \d+, column \d+/, "");
  return { code: isSyntax ? "syntax" : "failed", message, ...at(error.location?.line) };
}

const at = (line) => (Number.isInteger(line) && line > 0 ? { line } : {});
