import { Notifications } from "@mantine/notifications";

export const Notices = () => <Notifications position="bottom-right" limit={3} />;
