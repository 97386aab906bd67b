import type { ContentElement } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { elementPath } from "../../api/content-queries.ts";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { strings } from "../../strings/content.tsx";
import { AskFirst } from "./ask-first.tsx";

/** Publishes a page's current revision to visitors, or takes the page offline. */
export function PublishButton({ element }: { element: ContentElement }) {
  const [isAsked, setIsAsked] = useState(false);
  const change = useChange<ContentElement>(keys.content);
  const isPublic = element.published === element.revision;
  const words = isPublic ? strings.takeOffline : strings.publish;
  const close = (): void => {
    change.reset();
    setIsAsked(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.button}
      </Button>
      {isAsked && (
        <AskFirst
          title={words.title}
          verb={words.verb}
          isSending={change.isPending}
          error={change.error}
          onCancel={close}
          onConfirm={() =>
            change.mutate(
              { method: "PUT", path: elementPath(element.id), body: { version: element.version, publish: !isPublic } },
              { onSuccess: close },
            )
          }
        >
          {isPublic ? strings.takeOffline.says : strings.publish.says(element.revision)}
        </AskFirst>
      )}
    </>
  );
}
