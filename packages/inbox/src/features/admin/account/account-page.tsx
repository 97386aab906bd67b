import { Title } from "@mantine/core";
import { strings } from "../../../strings/account.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionList } from "./session-list.tsx";
import classes from "../shared/admin.module.css";

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
      <section aria-labelledby="change-password">
        <Title order={2} size="h5" mb="xs" id="change-password">
          {strings.password.title}
        </Title>
        <PasswordForm />
      </section>
      <section aria-labelledby="own-sessions">
        <SessionList titleId="own-sessions" />
      </section>
    </div>
  );
}
