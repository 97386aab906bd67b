import { useNavigate, useSearch } from "@tanstack/react-router";
import { InsightsPage } from "../features/insights/insights-page.tsx";
import { DEFAULT_DAYS, readInsightsSearch } from "../features/insights/insights-search.ts";

export function InsightsRoute() {
  // The router passes on what its check dropped, so it is checked here again.
  const { days = DEFAULT_DAYS } = readInsightsSearch({ ...useSearch({ from: "/page/insights" }) });
  const navigate = useNavigate();
  return <InsightsPage days={days} onDays={(next) => void navigate({ to: "/insights", search: { days: next } })} />;
}
