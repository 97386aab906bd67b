import { rememberSecrets } from "./engine/secrets/known-secrets.ts";
import type { Identity } from "./identity/identity.ts";
import type { SignOnSettings } from "./identity/sign-on/sign-on-settings.ts";

export interface FollowedSignOn {
  /** Takes new settings of `countersign.yaml`. */
  apply(settings: SignOnSettings): Promise<void>;
  /** Applies the present settings to `identity`, and later ones too. */
  handTo(identity: Identity): Promise<void>;
}

/** Keeps the sign-in settings of `countersign.yaml` until what they configure exists, which needs the server's address. */
export function createFollowedSignOn(first: SignOnSettings): FollowedSignOn {
  let settings = first;
  let configure: Identity["configureSignOn"] | undefined;
  const apply = async (next: SignOnSettings): Promise<void> => {
    settings = next;
    rememberSecrets(
      "sign-in providers",
      next.providers.flatMap(({ clientSecret }) => clientSecret ?? []),
    );
    await configure?.(next);
  };
  return {
    apply,
    async handTo(identity: Identity) {
      configure = identity.configureSignOn;
      await apply(settings);
    },
  };
}
