import { useNavigate, useSearch } from "@tanstack/react-router";
import { InsightsPage } from "../features/insights/insights-page.tsx";
import { DEFAULT_DAYS } from "../features/insights/insights-search.ts";

export function InsightsRoute() {
  const { days = DEFAULT_DAYS } = useSearch({ from: "/page/insights" });
  const navigate = useNavigate();
  return <InsightsPage days={days} onDays={(next) => void navigate({ to: "/insights", search: { days: next } })} />;
}
