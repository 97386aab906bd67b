interface FunctionTool {
  name: string;
  description: string;
  parameters: object;
}

/** Runs one turn of a real model over plain HTTP with a forced tool call; returns that call. */
export async function askOpenAi(key: string, model: string, prompt: string, tool: FunctionTool) {
  const { OPENAI_BASE_URL = "https://api.openai.com/v1" } = process.env;
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model,
      messages: [{ role: "user", content: prompt }],
      tools: [{ type: "function", function: tool }],
      tool_choice: "required",
    }),
  });
  if (!response.ok) throw new Error(`The model's provider answered ${response.status}.`);
  const { choices } = (await response.json()) as {
    choices: { message: { tool_calls?: { id: string; function: { arguments: string } }[] } }[];
  };
  const call = choices[0]?.message.tool_calls?.[0];
  if (call === undefined) throw new Error("The model made no call.");
  return { id: call.id, input: JSON.parse(call.function.arguments) as unknown };
}
