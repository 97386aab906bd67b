import { authorizationRequestSchema, type AuthorizationRequest, type ConnectionReview } from "@countersign/protocol";
import { Anchor, Button, Group, Loader, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "../../../api/keys.ts";
import { request, type ApiError } from "../../../api/request.ts";
import { useMe } from "../../../api/signed-in.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/connect.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { PageHead } from "../shared/page-head.tsx";
import classes from "../shared/admin.module.css";
import { ConnectForm } from "./connect-form.tsx";

/** Where the browser is sent; clients are on other sites or on this computer. */
type Back = { redirectTo: string };

/** Asks whether a program that started an OAuth sign-in in this browser may work as an agent of the person. */
export function ConnectPage() {
  // The client's parameters as it sent them; the router would drop what it does not know.
  const [asked] = useState(() => readRequest(window.location.search));
  const review = useQuery<ConnectionReview | Back, ApiError>({
    queryKey: keys.connection(asked),
    queryFn: ({ signal }) => request("POST", "/api/oauth/review", { request: asked }, signal),
    // A second answer could differ, and the person decides on the one that is shown.
    staleTime: Infinity,
    retry: false,
  });
  const answer = useChange<Back>(keys.agents, keys.groups);
  useEffect(() => {
    document.title = strings.pageTitle;
  }, []);
  const back = answer.data;
  useEffect(() => {
    if (back) window.location.assign(back.redirectTo);
  }, [back]);
  const refuse = (): void =>
    answer.mutate({ method: "POST", path: "/api/oauth/answer", body: { request: asked, allow: false } });
  return (
    <div className={classes.page}>
      <PageHead title={strings.title} says={strings.says} />
      {review.isPending && <Loader size="sm" aria-label={strings.loading} />}
      {review.error && (
        <Notice tone="error" title={strings.notValid}>
          {review.error.message}
        </Notice>
      )}
      {back && (
        <Notice tone="info" title={strings.wentBack}>
          {strings.wentBackSays(new URL(back.redirectTo).host)}
        </Notice>
      )}
      {!back &&
        review.data &&
        ("redirectTo" in review.data ? (
          <Refused to={review.data.redirectTo} />
        ) : (
          <Asked asked={asked} review={review.data} answer={answer} onRefuse={refuse} />
        ))}
    </div>
  );
}

/** The person goes on, not the page: a stranger's address must not lead to another site by itself. */
const Refused = ({ to }: { to: string }) => (
  <Notice tone="error" title={strings.notValid}>
    {strings.notValidSays} <Anchor href={to}>{strings.returnTo(new URL(to).host)}</Anchor>
  </Notice>
);

interface AskedProps {
  asked: AuthorizationRequest;
  review: ConnectionReview;
  answer: ReturnType<typeof useChange<Back>>;
  onRefuse: () => void;
}

function Asked({ asked, review, answer, onRefuse }: AskedProps) {
  const me = useMe();
  const isAdministrator = me?.role === "admin";
  return (
    <Stack gap="md" maw={640}>
      <Client review={review} workspace={me?.workspaces.find(({ id }) => id === me.workspaceId)?.name ?? ""} />
      {isAdministrator ? (
        <ConnectForm asked={asked} review={review} answer={answer} onRefuse={onRefuse} />
      ) : (
        <>
          <Notice tone="caution" title={strings.needsAdministrator}>
            {strings.needsAdministratorSays}
          </Notice>
          <Group>
            <Button variant="default" loading={answer.isPending} onClick={onRefuse}>
              {strings.refuse}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** Who asks. Everything the client says about itself is marked as such. */
function Client({ review, workspace }: { review: ConnectionReview; workspace: string }) {
  const { client, redirectHost, isOnThisComputer, endpoint } = review;
  const words = strings.facts;
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={words.callsItself}>
          {client.name === null ? words.noName : <VisibleText text={client.name} newlines="mark" />}
        </Fact>
        <Fact name={words.publishedBy}>{client.publishedBy ?? words.nobody}</Fact>
        <Fact name={words.receives}>{isOnThisComputer ? words.onThisComputer(redirectHost) : redirectHost}</Fact>
        <Fact name={words.workspace}>
          <VisibleText text={workspace} newlines="mark" />
        </Fact>
        <Fact name={words.endpoint}>
          <VisibleText text={endpoint} newlines="mark" />
        </Fact>
      </dl>
      {client.publishedBy === null ? (
        <Notice tone="caution" title={strings.unchecked}>
          {strings.uncheckedSays(<b>{redirectHost}</b>)}
        </Notice>
      ) : (
        <Notice tone="info">{strings.published(<b>{client.publishedBy}</b>)}</Notice>
      )}
    </>
  );
}

function readRequest(search: string): AuthorizationRequest {
  const sent = new URLSearchParams(search);
  const names = Object.keys(authorizationRequestSchema.shape) as (keyof AuthorizationRequest)[];
  return Object.fromEntries(names.flatMap((name) => (sent.has(name) ? [[name, sent.get(name)!]] : [])));
}
