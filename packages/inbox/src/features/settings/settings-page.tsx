import { Title } from "@mantine/core";
import { strings } from "../../strings/settings.tsx";
import { SettingsList } from "./settings-list.tsx";
import classes from "./settings.module.css";

/** All settings that the person may open, in groups, with a search. */
export function SettingsPage() {
  return (
    <div className={classes.index}>
      <Title order={1} size="h3">
        {strings.title}
      </Title>
      <SettingsList />
    </div>
  );
}
