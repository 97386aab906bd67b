import { Histogram, type Registry } from "prom-client";

export interface Metrics {
  text(): Promise<string>;
  contentType: string;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
}

export const REQUEST_DURATION = "countersign_http_request_duration_seconds";

/** Adds the HTTP metrics to a registry shared with other parts of the server. Route labels are templates, never paths. */
export function createMetrics(registry: Registry): Metrics {
  const requests = new Histogram({
    name: REQUEST_DURATION,
    help: "Time from a request to the start of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
  };
}
