import { displaySegments } from "@countersign/protocol";
import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import { strings } from "../../strings/chat.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./message.module.css";

/** The properties of a parsed node that are read here. */
interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Element for text with invisible characters. No Markdown produces it. */
const MARKED = "bdi";

const hides = (text: string): boolean => displaySegments(text).some(({ kind }) => kind === "mark");

/** Wraps each text with invisible characters, so that `VisibleText` draws it. */
function markUnseen() {
  const visit = (node: Node): void => {
    node.children = node.children?.map((child): Node => {
      if (child.type === "text" && hides(child.value ?? ""))
        return { type: "element", tagName: MARKED, properties: {}, children: [child] };
      visit(child);
      return child;
    }) as Node[];
  };
  return visit;
}

const WEB = /^(https?|mailto):/i;
const Heading = ({ children }: { children?: ReactNode }) => <p className={classes.heading}>{children}</p>;

/** A model's text may contain no headings of the page, no pictures, and no link that hides its address. */
const COMPONENTS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href = "", children }) =>
    WEB.test(href) ? (
      <>
        {children}{" "}
        <a href={href} rel="noopener noreferrer nofollow" target="_blank" className={classes.address}>
          <VisibleText text={href} newlines="mark" />
        </a>
      </>
    ) : (
      <>
        {children}
        {href !== "" && (
          <span className={classes.dim}>
            {" "}
            (<VisibleText text={href} newlines="mark" />)
          </span>
        )}
      </>
    ),
  img: ({ src, alt }) => (
    <span className={classes.dim}>
      {strings.messages.picture(
        <VisibleText text={alt ?? ""} newlines="mark" />,
        <VisibleText text={typeof src === "string" ? src : ""} newlines="mark" />,
      )}
    </span>
  ),
  [MARKED]: ({ children }) => <VisibleText text={String(children)} />,
};

const PLUGINS: NonNullable<Options["rehypePlugins"]> = [markUnseen];
/** Keeps addresses as written, since they are displayed; only web and mail addresses become links. */
const asWritten = (url: string): string => url;

/** A model's text as Markdown. HTML in it is shown as text. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown rehypePlugins={PLUGINS} components={COMPONENTS} urlTransform={asWritten}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
