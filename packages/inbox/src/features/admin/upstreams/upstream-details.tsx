import type { UpstreamServer } from "@countersign/protocol";
import { strings } from "../../../strings/upstreams.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./upstream.module.css";

const FILE_NAME = "countersign.yaml";
/** Key of the MCP servers in that file. */
const FILE_SECTION = "upstreams";

/** Remaining facts about an upstream; its own texts stand apart and are marked unverified. */
export function UpstreamDetails({ upstream }: { upstream: UpstreamServer }) {
  const words = strings.details;
  const { sharing, connectionCount, maxConnections, allowQuestions, callSeconds, maxResultMebibytes, maxTools } = upstream;
  const { headerNames, prefix, allowPrivate, era, protocolVersion, restarts, trust, serverInfo, instructions, withheld } =
    upstream;
  return (
    <div className={classes.details}>
      <dl className={adminClasses.facts}>
        <Fact name={words.trust}>{strings.trust[trust]}</Fact>
        <Fact name={words.toolNames}>
          <code>{prefix === "" ? words.ownNames : `${prefix}_…`}</code>
        </Fact>
        <Fact name={words.protocol}>{protocolVersion === null ? words.notAgreed(strings.eras[era]) : protocolVersion}</Fact>
        {upstream.transport !== "stdio" && (
          <>
            <Fact name={words.headers}>
              {headerNames.length === 0 ? words.noHeaders : <VisibleText text={headerNames.join(", ")} newlines="mark" />}
            </Fact>
            <Fact name={words.privateAddresses}>{allowPrivate ? words.allowed : words.refused}</Fact>
          </>
        )}
        <Fact name={words.sessions}>
          {sharing === "shared" ? strings.sharing.shared : words.connections(connectionCount, maxConnections)}
        </Fact>
        {trust === "untrusted" && <Fact name={words.questions}>{allowQuestions ? words.allowed : words.refused}</Fact>}
        <Fact name={words.limits}>{words.limitsOf(callSeconds, maxResultMebibytes, maxTools)}</Fact>
        <Fact name={words.reconnected}>{restarts === 0 ? words.never : words.times(restarts)}</Fact>
      </dl>
      {withheld.length > 0 && <WithheldTools upstream={upstream} />}
      {upstream.origin === "file" && (
        <section aria-label={words.whereSet}>
          <h3 className={classes.subtitle}>{words.setInFile}</h3>
          <p className={adminClasses.says}>
            {words.editFile(<code>{upstream.name}</code>, <code>{FILE_SECTION}</code>, <code>{FILE_NAME}</code>)}
          </p>
        </section>
      )}
      {serverInfo !== null && (
        <section aria-label={words.selfDescription}>
          <h3 className={classes.subtitle}>{words.selfDescriptionUnverified}</h3>
          <JsonView value={serverInfo} />
        </section>
      )}
      {instructions !== null && (
        <section aria-label={words.instructions}>
          <h3 className={classes.subtitle}>{words.instructionsUnverified}</h3>
          <LongText text={instructions} />
        </section>
      )}
    </div>
  );
}

function WithheldTools({ upstream: { withheld, withheldCount } }: { upstream: UpstreamServer }) {
  return (
    <section aria-label={strings.details.withheldTools}>
      <h3 className={classes.subtitle}>{strings.details.withheldTools}</h3>
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
      {withheldCount > withheld.length && (
        <p className={adminClasses.says}>{strings.details.moreWithheld(withheldCount - withheld.length)}</p>
      )}
    </section>
  );
}
