import { IconMapQuestion } from "@tabler/icons-react";
import { Blank } from "../ui/blank.tsx";
import { TextLink } from "../ui/text-link.tsx";

export function NotFound() {
  return (
    <main>
      <Blank icon={<IconMapQuestion size={26} />} title="There is no such page" order={1}>
        <TextLink to="/">Go to the queue</TextLink>
      </Blank>
    </main>
  );
}
