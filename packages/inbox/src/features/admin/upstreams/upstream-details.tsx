import type { UpstreamServer } from "@countersign/protocol";
import { count } from "../../../strings/count.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { ERA_WORDS, SHARING_WORDS, TRUST_WORDS } from "./upstream-words.ts";
import adminClasses from "../shared/admin.module.css";
import classes from "./upstream.module.css";

/** Remaining facts about an upstream; its own texts stand apart and are marked unverified. */
export function UpstreamDetails({ upstream }: { upstream: UpstreamServer }) {
  const { sharing, connectionCount, maxConnections, allowQuestions, callSeconds, maxResultMebibytes, maxTools } = upstream;
  const { headerNames, prefix, allowPrivate, era, protocolVersion, restarts, trust, serverInfo, instructions, withheld } =
    upstream;
  return (
    <div className={classes.details}>
      <dl className={adminClasses.facts}>
        <Fact name="What trust means here">{TRUST_WORDS[trust]}</Fact>
        <Fact name="Its tools are called">
          <code>{prefix === "" ? "as they call themselves" : `${prefix}_…`}</code>
        </Fact>
        <Fact name="Protocol">
          {protocolVersion === null ? `not agreed yet; asked for: ${ERA_WORDS[era]}` : protocolVersion}
        </Fact>
        {upstream.transport !== "stdio" && (
          <>
            <Fact name="Headers sent with every request">
              {headerNames.length === 0 ? "none" : <VisibleText text={headerNames.join(", ")} newlines="mark" />}
            </Fact>
            <Fact name="Private addresses">{allowPrivate ? "allowed" : "refused"}</Fact>
          </>
        )}
        <Fact name="Sessions of agents">
          {sharing === "shared" ? SHARING_WORDS.shared : `${connectionCount} of ${maxConnections} connections open`}
        </Fact>
        {trust === "untrusted" && (
          <Fact name="Its questions to agents' people and models">{allowQuestions ? "allowed" : "refused"}</Fact>
        )}
        <Fact name="Limits">
          {callSeconds} s for an approved call, {maxResultMebibytes} MiB of its result, {count(maxTools, "tool")}
        </Fact>
        <Fact name="Reconnected">{restarts === 0 ? "never" : count(restarts, "time")}</Fact>
      </dl>
      {withheld.length > 0 && <WithheldTools upstream={upstream} />}
      {upstream.origin === "file" && (
        <section aria-label="Where it is set">
          <h3 className={classes.subtitle}>Set in countersign.yaml</h3>
          <p className={adminClasses.says}>
            It cannot be changed here. Edit its entry <code>{upstream.name}</code> under <code>upstreams</code> in{" "}
            <code>countersign.yaml</code> on the server; a change takes effect within seconds.
          </p>
        </section>
      )}
      {serverInfo !== null && (
        <section aria-label="What it says of itself">
          <h3 className={classes.subtitle}>What it says of itself (unverified)</h3>
          <JsonView value={serverInfo} />
        </section>
      )}
      {instructions !== null && (
        <section aria-label="Instructions for agents">
          <h3 className={classes.subtitle}>Its instructions for agents (unverified)</h3>
          <LongText text={instructions} />
        </section>
      )}
    </div>
  );
}

function WithheldTools({ upstream: { withheld, withheldCount } }: { upstream: UpstreamServer }) {
  return (
    <section aria-label="Withheld tools">
      <h3 className={classes.subtitle}>Withheld tools</h3>
      <ul className={adminClasses.points}>
        {withheld.map(({ name, reasons }) => (
          <li key={`${name} ${reasons.join(" ")}`}>
            <code>
              <VisibleText text={name} newlines="mark" />
            </code>
            : <VisibleText text={reasons.join(" ")} />
          </li>
        ))}
      </ul>
      {withheldCount > withheld.length && <p className={adminClasses.says}>…and {withheldCount - withheld.length} more.</p>}
    </section>
  );
}
