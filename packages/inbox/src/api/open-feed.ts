const MAX_BACKOFF_SECONDS = 15;

interface FeedOptions<Name extends string> {
  /** Called at each opening. */
  address: () => string;
  names: readonly Name[];
  onOpen: () => void;
  /** `isRefused`: the server ended the stream on purpose, and the browser does not resume it. */
  onLost: (isRefused: boolean) => void;
  onEvent: (event: Name, data: unknown) => void;
}

/**
 * Keeps an event stream open. The browser resumes an interrupted stream after its last event, but gives up on a stream that the
 * server refused (a restart behind a proxy, an ended session). Such a stream is reopened here, with backoff.
 */
export function openFeed<Name extends string>({
  address,
  names,
  onOpen,
  onLost,
  onEvent,
}: FeedOptions<Name>): {
  close(): void;
  reopen(): void;
} {
  let source: EventSource;
  let retry: number | undefined;
  let failures = 0;

  const open = (): void => {
    source = new EventSource(address());
    source.onopen = () => {
      failures = 0;
      onOpen();
    };
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      if (isRefused) {
        retry = window.setTimeout(open, 1000 * Math.min(2 ** failures, MAX_BACKOFF_SECONDS));
        failures += 1;
      }
      onLost(isRefused);
    };
    for (const name of names)
      source.addEventListener(name, ({ data }: MessageEvent<string>) => onEvent(name, JSON.parse(data)));
  };
  const close = (): void => {
    window.clearTimeout(retry);
    source.close();
  };
  const reopen = (): void => {
    close();
    open();
  };

  open();
  return { close, reopen };
}
