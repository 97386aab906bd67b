import type { BrowserSession } from "@countersign/protocol";
import { Badge, Button, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserSessionsQuery, useEndSessions } from "../../../api/account.ts";
import { strings } from "../../../strings/account.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { nameBrowser } from "../../../ui/name-browser.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { Loaded } from "../shared/loaded.tsx";
import classes from "../shared/admin.module.css";

const nameOf = ({ userAgent }: BrowserSession): string =>
  userAgent === null ? strings.sessions.unknownBrowser : nameBrowser(userAgent);

/** The browsers in which the person is signed in; each but this one can be signed out. */
export function SessionList({ titleId }: { titleId: string }) {
  const words = strings.sessions;
  const sessions = useQuery(browserSessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const one = useEndSessions();
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h5" id={titleId}>
          {words.title}
        </Title>
        {others > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {words.signOutOthers}
          </Button>
        )}
      </div>
      {one.error && (
        <Notice tone="error" title={words.failed}>
          {one.error.message}
        </Notice>
      )}
      <Loaded query={sessions} what={words.all}>
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((session) => (
              <li key={session.id} className={classes.card}>
                <div className={classes.cardHead}>
                  <h3 className={classes.cardTitle}>{nameOf(session)}</h3>
                  {session.isCurrent ? (
                    <Badge variant="light" tt="none">
                      {words.thisBrowser}
                    </Badge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={words.signOutOf(nameOf(session))}
                      disabled={one.isPending}
                      onClick={() => one.end({ id: session.id })}
                    >
                      {words.signOut}
                    </Button>
                  )}
                </div>
                <SessionFacts session={session} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {sessions.data && others === 0 && (
        <Text size="sm" mt="xs">
          {words.onlyThis}
        </Text>
      )}
      {isAsking && <SignOutOthers browsers={others} onClose={() => setAsking(false)} />}
    </>
  );
}

function SessionFacts({ session: { address, signedInAt, expiresAt } }: { session: BrowserSession }) {
  const words = strings.sessions;
  return (
    <dl className={classes.facts}>
      <Fact name={words.signedIn}>
        <Moment at={signedInAt} />
      </Fact>
      <Fact name={words.address}>
        {address === null ? words.unknownAddress : <VisibleText text={address} newlines="mark" />}
      </Fact>
      <Fact name={words.expires}>
        <Moment at={expiresAt} />
      </Fact>
    </dl>
  );
}

function SignOutOthers({ browsers, onClose }: { browsers: number; onClose: () => void }) {
  const words = strings.others;
  const all = useEndSessions();
  return (
    <ConfirmDialog
      title={words.title}
      verb={words.verb}
      isSending={all.isPending}
      error={all.error}
      onCancel={onClose}
      onConfirm={() => all.end({ others: true }, onClose)}
    >
      {words.says(browsers)}
    </ConfirmDialog>
  );
}
