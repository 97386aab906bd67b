import { displayText } from "@countersign/protocol";
import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ownSignInWaysQuery } from "../../../api/account.ts";
import { strings } from "../../../strings/account.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SetPasswordForm } from "./set-password-form.tsx";
import { SessionList } from "./session-list.tsx";
import classes from "../shared/admin.module.css";

/** Changing the password, or setting one, and at which providers the person signs in. */
function OwnPassword() {
  const { data: ways } = useQuery(ownSignInWaysQuery);
  const providers = ways === undefined ? "" : ways.providers.map((name) => displayText(name, { newlines: "mark" })).join(", ");
  return (
    <>
      {providers !== "" && (
        <section aria-labelledby="own-providers">
          <Title order={2} size="h5" mb="xs" id="own-providers">
            {strings.provider.title}
          </Title>
          <Text size="sm">{strings.provider.says(providers)}</Text>
        </section>
      )}
      {ways?.hasPassword === false ? (
        ways.maySetPassword && (
          <section aria-labelledby="set-password">
            <Title order={2} size="h5" mb="xs" id="set-password">
              {strings.provider.setTitle}
            </Title>
            <SetPasswordForm providers={providers} />
          </section>
        )
      ) : (
        <section aria-labelledby="change-password">
          <Title order={2} size="h5" mb="xs" id="change-password">
            {strings.password.title}
          </Title>
          <PasswordForm />
        </section>
      )}
    </>
  );
}

/** Where people change their password and see in which browsers they are signed in. */
export function AccountPage() {
  return (
    <div className={classes.page}>
      <PageHead
        title={strings.title}
        says={strings.says((text) => (
          <TextLink to="/tokens">{text}</TextLink>
        ))}
      />
      <OwnPassword />
      <section aria-labelledby="own-sessions">
        <SessionList titleId="own-sessions" />
      </section>
    </div>
  );
}
