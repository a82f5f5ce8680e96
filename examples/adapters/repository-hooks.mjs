/**
 * An orchestrator's side of hooks in a repository: it emits events, and passes on what handlers say.
 *
 *   const { engine } = createEngine({ plugins: [], hookFolders: [".system"], config: { environment: "dev" } });
 *   const emit = createEmitter(engine, { log, tell, suggestAbilities, suggestDocuments, route, queue });
 *   if (!(await emit("PreAbilityCall", { session_id, ability_id })).ok) return;
 */
export function createEmitter(engine, to) {
  return async (event_type, context) => {
    const timestamp = new Date().toISOString();
    const run = await engine.dispatchAsync(event_type, { event_type, timestamp, ...context });
    const said = run.result ?? {};
    for (const { message } of run.problems) to.log({ level: run.ok ? "warn" : "error", message });
    said.logs?.forEach((each) => to.log(each));
    said.messages_to_user?.forEach((each) => to.tell(each));
    if (said.suggested_abilities) to.suggestAbilities(said.suggested_abilities);
    if (said.suggested_documents) to.suggestDocuments(said.suggested_documents);
    said.new_intents?.forEach((each) => to.route(each));
    said.follow_up_actions?.forEach((each) => to.queue(each));
    return { ok: run.ok, result: said };
  };
}
